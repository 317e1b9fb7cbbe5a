/** What pg makes of a value before it is sent: text, bytes or null. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
