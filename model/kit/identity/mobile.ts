import { plain } from './fault.ts'

/** A Chinese mobile number as it is stored and compared: without separators and without the code of the country. */
export const plainMobile = (text: string) =>
  plain(text)
    .replace(/[-().·]/g, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')

/** The facts of a field that holds one. */
export const A_MOBILE = {
  max: 11,
  mobile: true,
  pattern: '^1\\d{10}$',
  pattern_says: ['应为 1 开头的 11 位数字', 'must be 11 digits starting with 1'],
} as const
