// Runs before the first paint, so that no wrong theme or language flashes.
{
  const read = (name) => {
    try {
      return localStorage.getItem(`sotto.${name}`);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const theme = read('theme');
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = theme === 'dark' || theme === 'light' ? theme : dark ? 'dark' : 'light';
  root.dataset.accent = read('accent') ?? 'teal';
  const language = read('language') ?? navigator.language;
  root.lang = language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
}
