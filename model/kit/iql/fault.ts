export type IqlCode =
  | 'syntax'
  | 'character'
  | 'unterminated'
  | 'number'
  | 'duration'
  | 'too_long'
  | 'too_deep'
  | 'too_many_values'
  | 'too_many_predicates'
  | 'too_many_orders'

export type Words = { zh: string; en: string }

/** An invalid query. `position` counts from 1; `found` is the text there, empty at the end of the query. */
export class IqlError extends Error {
  readonly code: IqlCode
  readonly position: number
  readonly expected: Words
  readonly found: string
  readonly zh: string
  readonly en: string

  constructor(code: IqlCode, position: number, expected: Words, found = '') {
    const en = `expected ${expected.en}${found ? `, found “${found}”` : ''}`
    super(`Character ${position}: ${en}`)
    this.name = 'IqlError'
    this.code = code
    this.position = position
    this.expected = expected
    this.found = found
    this.en = en
    this.zh = `此处应为${expected.zh}${found ? `，而不是“${found}”` : ''}`
  }
}
