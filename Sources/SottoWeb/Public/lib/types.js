/**
 * The shapes that the API answers with. This file has types only; nothing loads it.
 *
 * @typedef {{id: string, name: string, description: string, system_prompt: string,
 *   model: string|null, temperature: number|null, max_output_tokens: number|null,
 *   fallback_model: string|null, reasoning_effort: string|null,
 *   answer_cache: {lifetime_seconds: number, maximum_bytes: number}|null,
 *   context: {strategy: string, rounds?: number, model?: string|null},
 *   titles: {by: string, model?: string}, retention_days: number|null, behaviours: Behaviours,
 *   version: number, created_at: number, updated_at: number}} Project
 * @typedef {{copy: boolean|null, read_aloud: boolean|null, notify: boolean|null,
 *   quick_replies: boolean|null, replies: string[]|null}} Behaviours `null`: as each browser has it.
 * @typedef {{id: string, project_id: string, title: string, created_at: number,
 *   updated_at: number, version: number, archived_at: number|null,
 *   running_turn_id: string|null}} Conversation
 * @typedef {{type: 'text'|'image'|'file'|'reasoning'|'refusal'|'tool_call'|'tool_result',
 *   text?: string, html?: string[], id?: string, name?: string, arguments?: string,
 *   digest?: string, waits?: string, media_type?: string, size?: number, width?: number|null,
 *   height?: number|null, document?: {state: string, characters: number}}} Part
 * @typedef {{code: string, message: string, hint?: string, retryable?: boolean,
 *   may_be_billed?: boolean, status?: number, details?: string, host?: string,
 *   provider?: string, current?: any}} Failure
 * @typedef {{amount: number, currency: string}} Cost
 * @typedef {{input_tokens: number|null, output_tokens: number|null,
 *   cached_input_tokens: number|null, reasoning_tokens: number|null, cost?: Cost,
 *   cached_answer?: {answered_at: number, saved: Cost|null}}} Usage
 * @typedef {{requests: number, unreported_requests: number, unpriced_requests: number,
 *   input_tokens: number, output_tokens: number, cached_input_tokens: number,
 *   cache_write_tokens: number, reasoning_tokens: number, costs: Cost[], kept_answers: number,
 *   saved: Cost[]}} UsageFigures
 * @typedef {UsageFigures & {day?: string, model?: string, project?: string,
 *   project_name?: string|null, purpose?: string}} UsageRow
 * @typedef {{model: string, input_tokens: number, exact: boolean, context: number|null,
 *   output_limit: number|null, over_by: number, input_cost: Cost|null,
 *   highest_cost: Cost|null}} Estimate
 * @typedef {{method: string, url: string, headers: {name: string, value: string}[],
 *   body: string}} WireRequest
 * @typedef {{message_id: string, reason: string, tokens?: number, and_older?: boolean,
 *   file?: {digest: string, name: string}}} Omission
 * @typedef {{origin: string, message_id?: string, role: string, tokens: number,
 *   is_exact: boolean, parts: Part[]}} ContextBlock
 * @typedef {WireRequest & {model: string, policy: {strategy: string, rounds?: number},
 *   window: number|null, output_reserved: number|null, margin: number|null,
 *   budget: number|null, total_tokens: number, is_exact: boolean, over_by: number,
 *   blocks: ContextBlock[], omitted: Omission[],
 *   summary: {running: boolean, error?: Failure}}} ModelContext
 * @typedef {WireRequest & {number: number, turn_id: string|null, purpose: string,
 *   model: string, sent_at: number, size: number, omitted: Omission[]}} SentRequest
 * @typedef {{response: Response, abort: AbortController}} EventConnection
 * @typedef {'complete'|'waiting'|'streaming'|'stopped'|'interrupted'|'failed'|'sending'} Status
 * @typedef {{id: string, key: string, parent_id: string|null, role: 'user'|'assistant',
 *   parts: Part[], status: Status, model?: string, usage?: Usage, error?: Failure,
 *   stop_reason?: string, turn_id?: string, created_at: number, live?: Live,
 *   notes?: Note[], version: number, edited_at?: number, pinned_at?: number,
 *   siblings?: Siblings}} Message
 *   `key` names the message in the page: it stays when the server gives a sent message its id.
 * @typedef {{index: number, count: number, previous_id: string|null, next_id: string|null}} Siblings
 * @typedef {{code: string, model?: string, error?: Failure,
 *   file?: {digest: string, name: string, reason: string, code?: string}}} Note
 * @typedef {{newHosts?: {host: string, provider: string}[],
 *   notice?: {code: string, seconds?: number}, reconnecting?: boolean, thinkingSince?: number,
 *   thoughtFor?: number}} Live What is known only while an answer arrives; times in milliseconds.
 * @typedef {{id: string, provider: string, name: string, display_name?: string,
 *   local: boolean, bundled: boolean}} Model
 * @typedef {{name: string, kind: string, base_url: string, source: string, has_key: boolean,
 *   note?: string}} Provider
 * @typedef {{name: string, title: string, kind: string, base_url: string,
 *   key_variable: string|null}} Preset
 * @typedef {{projects: Project[]|null, projectId: string|null,
 *   conversations: Conversation[]|null, nextPage: string|null, listsArchived: boolean, conversationId: string|null,
 *   conversation: Conversation|null, models: Model[]|null, defaultModel: string|null,
 *   problems: {provider: string, message: string, hint?: string}[], providers: Provider[],
 *   presets: Preset[], search: string|null, usage: boolean, reading: string|null, reachable: boolean,
 *   drawerOpen: boolean,
 *   modelChoice: number}} State
 */
export {};
