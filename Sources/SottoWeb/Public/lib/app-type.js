/**
 * What every part is given. This file has types only; nothing loads it.
 *
 * @typedef {{
 *   store: import('./store.js').Store,
 *   api: import('./api.js').Api,
 *   route: import('./route.js').Route,
 *   projects: import('./projects.js').Projects,
 *   conversations: import('./conversations.js').Conversations,
 *   models: import('./models.js').Models,
 *   threads: import('./threads.js').Threads,
 *   commands: import('./commands.js').Command[],
 *   run: (id: string) => void,
 *   pickModel: (onpick: (id: string) => void) => void,
 *   inspect: (message?: import('./types.js').Message) => void,
 *   toast: (toast: {text: string, action?: string, onaction?: () => void, tone?: string}) => void,
 *   fail: (error: unknown) => void,
 *   open: (dialog: string, properties?: Record<string, any>) => Promise<HTMLElement|undefined>,
 *   remount: () => void,
 * }} App
 */
export {};
