/** The languages that every tenant has write their days as the whole product does. */
export const isOurs = (tag: string) => tag === 'zh-CN' || tag === 'en'

const DIGITS: Readonly<Record<string, string>> = { year: 'YYYY', month: 'MM', day: 'DD' }
const patterns = new Map<string, string>()

/** The date format of a further language in digits: YYYY/MM/DD, DD.MM.YYYY. */
export function patternOf(tag: string): string {
  const style = { calendar: 'gregory', year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const
  const parts = () => new Intl.DateTimeFormat(tag, style).formatToParts(0)
  const pattern = patterns.get(tag) ?? parts().map(({ type, value }) => DIGITS[type] ?? value).join('') // oxfmt-ignore
  patterns.set(tag, pattern)
  return pattern
}
