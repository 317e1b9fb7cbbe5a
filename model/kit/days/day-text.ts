// The one format of dates for readers: screens, reasons, findings and refusals.
import type { Lang } from '../fields.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `2026-03-05` for Chinese readers, `05 Mar 2026` for English ones; any other text stays as it is. */
export function dayIn(iso: string, lang: Lang): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(iso) ?? []
  const name = MONTHS[Number(month) - 1]
  return lang === 'zh' || !name ? iso : `${day} ${name} ${year}`
}

/** Every date of a sentence, except within a quoted name. */
export const daysIn = (sentence: string, lang: Lang) =>
  sentence.replace(/“[^”]*”|(?<![\w/.-])\d{4}-\d\d-\d\d(?![\w/-]|\.\w)/g, (found) => (found.startsWith('“') ? found : dayIn(found, lang)))
