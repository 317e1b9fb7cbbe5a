/** Form in which pg sends a value: text, bytes or null */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
