// Runs before the first paint, so that no wrong theme or language flashes, and asks for what the
// page will need first while its code is still on the way.
{
  const read = (name) => {
    try {
      return localStorage.getItem(`sotto.${name}`);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  // `lib/preferences.js` calls it again when something was chosen.
  globalThis.applyAppearance = () => {
    const theme = read('theme');
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = theme === 'dark' || theme === 'light' ? theme : isDark ? 'dark' : 'light';
    root.dataset.contrast = theme === 'contrast' ? 'high' : 'normal';
    root.dataset.accent = read('accent') ?? 'teal';
    root.dataset.size = read('size') ?? 'normal';
    root.dataset.font = read('font') ?? 'system';
    root.dataset.code = read('code') ?? 'system';
    for (const kind of ['font', 'code']) {
      const family = root.dataset[kind] === 'own' ? read(`own-${kind}`) : null;
      if (family) root.style.setProperty(`--${kind}-own`, JSON.stringify(family));
      else root.style.removeProperty(`--${kind}-own`);
    }
    // Those of a colour of one's own: strong, faint and on top of the strong one.
    const own = root.dataset.accent === 'own' ? read(`own-${root.dataset.theme}`)?.split(' ') : null;
    ['--accent-strong', '--accent-faint', '--on-accent-strong'].forEach((name, place) => {
      if (own) root.style.setProperty(name, own[place]);
      else root.style.removeProperty(name);
    });
  };
  globalThis.applyAppearance();
  const wanted = read('language') ?? navigator.language;
  const language = wanted.toLowerCase().startsWith('zh') ? 'zh' : 'en';
  root.lang = language === 'zh' ? 'zh-CN' : 'en';

  // `Api` takes these answers instead of asking again.
  const [, project, conversation] =
    /^\/p\/([^/]+)(?:\/c\/([^/]+))?\/?$/.exec(location.pathname) ?? [];
  const paths = ['models', 'providers', 'projects'];
  if (project) paths.push(`projects/${project}/conversations?limit=30`);
  if (conversation) {
    paths.push(`conversations/${conversation}`);
    paths.push(`conversations/${conversation}/messages?render=html&limit=40`);
  }
  const ask = async (path) => {
    try {
      const response = await fetch(`/api/v1/${path}`);
      return { response, answer: await response.json() };
    } catch {
      return null; // `Api` asks again and says what is wrong.
    }
  };
  globalThis.early = new Map(paths.map((path) => [path, ask(path)]));

  const { src } = document.currentScript;
  const expect = (rel, path) => {
    const href = new URL(`.${path}`, src).href;
    document.head.append(Object.assign(document.createElement('link'), { rel, href }));
  };
  expect('modulepreload', `/locales/${language}.js`);
  let hasMessages = false;
  // What shows messages, all at once: each file names others, and those others again. The page calls it as
  // soon as a conversation is likely to be opened.
  globalThis.expectMessages = () => {
    if (hasMessages) return;
    hasMessages = true;
    expect('modulepreload', `/locales/${language}-more.js`);
    for (const path of [
      'lib/thread.js',
      'lib/stream.js',
      'lib/event-parser.js',
      'lib/wake.js',
      'parts/chat-message.js',
      'parts/live-announcer.js',
      'parts/answer-behaviours.js',
      'lib/behaviours.js',
      'lib/live-message.js',
      'lib/copy.js',
      'lib/file-view.js',
      'lib/message-acts.js',
      'lib/message-note.js',
      'lib/message-tools.js',
      'lib/answer-notes.js',
      'lib/part-views.js',
      'lib/sentences.js',
      'lib/sibling-walker.js',
      'lib/blocks.js',
      'lib/block-window.js',
      'lib/unfolding.js',
      'lib/code.js',
      'lib/colours.js',
      'lib/formulas.js',
      'lib/growing.js',
      'lib/scripts.js',
    ]) expect('modulepreload', `/${path}`);
  };
  if (conversation) {
    globalThis.expectMessages();
    for (const name of ['message', 'prose']) expect('stylesheet', `/styles/${name}.css`);
  }
}
