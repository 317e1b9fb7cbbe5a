// Currencies with other than two decimals, by ISO 4217.
const DECIMALS: Readonly<Record<string, number>> = {
  BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0,
  BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4,
} // oxfmt-ignore

/** Amounts are decimal text outside and a whole number of the currency's smallest unit inside; never a float. */
export class MoneyFault extends Error {
  readonly text: string
  readonly zh: string
  readonly en: string

  constructor(text: string, currency: string) {
    const decimals = decimalsOf(currency)
    const en = `“${text}” is not an amount of ${currency} (a number with at most ${decimals} decimals)`
    super(en)
    this.name = 'MoneyFault'
    this.text = text
    this.en = en
    this.zh = `“${text}”不是有效的${currency}金额（数字，小数位不超过${decimals}位）`
  }
}

export const decimalsOf = (currency: string) => DECIMALS[currency] ?? 2

/** The canonical text: `1200` CNY is `1200.00`; refuses decimals that the currency does not have. */
export const money = (text: string, currency: string): string => moneyText(minorOf(text, currency), currency)

export const isMoney = (text: string, currency: string): boolean => parse(text, decimalsOf(currency)) !== undefined

/** Any decimal, half-up to the decimals of the currency. */
export function roundMoney(decimal: string, currency: string): string {
  const [digits, scale] = decimalParts(decimal, currency)
  return moneyText(divideHalfUp(digits * 10n ** BigInt(decimalsOf(currency)), 10n ** BigInt(scale)), currency)
}

export const sumMoney = (amounts: readonly string[], currency: string): string =>
  moneyText(
    amounts.reduce((total, amount) => total + minorOf(amount, currency), 0n),
    currency,
  )

export const subtractMoney = (from: string, amount: string, currency: string): string =>
  moneyText(minorOf(from, currency) - minorOf(amount, currency), currency)

export const multiplyMoney = (amount: string, count: number | bigint, currency: string): string =>
  moneyText(minorOf(amount, currency) * BigInt(count), currency)

/** `percentMoney('900', '85', 'CNY')` is `765.00`. */
export function percentMoney(amount: string, percent: string, currency: string): string {
  const [digits, scale] = decimalParts(percent, '%')
  return moneyText(divideHalfUp(minorOf(amount, currency) * digits, 100n * 10n ** BigInt(scale)), currency)
}

/** `rate` is the price of `per` units of `from` in `to`; rounded once, half-up. */
export function convertMoney(amount: string, from: string, to: string, rate: string, per = 1): string {
  const [digits, scale] = decimalParts(rate, to)
  const above = minorOf(amount, from) * digits * 10n ** BigInt(decimalsOf(to))
  return moneyText(divideHalfUp(above, 10n ** BigInt(decimalsOf(from) + scale) * BigInt(per)), to)
}

export function compareMoney(one: string, other: string, currency: string): -1 | 0 | 1 {
  const difference = minorOf(one, currency) - minorOf(other, currency)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

/**
 * The one way in which readers are shown an amount: `CNY 1,200.00`, `JPY 95,200`. Most lists mix currencies, so each is named by its code.
 * Decimal text is formatted exactly, without passing through a float. Other text than an amount of that currency stays as it is.
 */
export const formatMoney = (amount: string, currency: string) => `${currency} ${formatAmount(amount, currency)}`

/** The same without the code, where a heading names the currency. */
export function formatAmount(amount: string, currency: string): string {
  if (!isMoney(amount, currency)) return amount
  const digits = decimalsOf(currency)
  const format = formats.get(digits) ?? new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  formats.set(digits, format)
  return format.format(amount as `${number}`) // just checked
}

/** The amount in the currency's smallest unit. */
export function minorOf(text: string, currency: string): bigint {
  const minor = parse(text, decimalsOf(currency))
  if (minor === undefined) throw new MoneyFault(text, currency)
  return minor
}

export function moneyText(minor: bigint, currency: string): string {
  const decimals = decimalsOf(currency)
  const sign = minor < 0n ? '-' : ''
  const digits = `${minor < 0n ? -minor : minor}`
  if (decimals === 0) return sign + digits
  const padded = digits.padStart(decimals + 1, '0')
  return `${sign}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
}

/** A half is rounded away from zero, so that a refund mirrors its payment. */
export function divideHalfUp(above: bigint, below: bigint): bigint {
  const magnitude = above < 0n ? -above : above
  const rounded = (2n * magnitude + below) / (2n * below)
  return above < 0n ? -rounded : rounded
}

/** Keyed by the number of decimals. Chinese and English write the digits of an amount alike. */
const formats = new Map<number, Intl.NumberFormat>()
const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{1,20}))?$/

function parse(text: string, decimals: number): bigint | undefined {
  const found = DECIMAL.exec(text)
  if (!found) return undefined
  const [, sign, whole, fraction = ''] = found
  if (fraction.length > decimals && /[1-9]/.test(fraction.slice(decimals))) return undefined
  const digits = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return sign ? -digits : digits
}

function decimalParts(text: string, currency: string): [digits: bigint, scale: number] {
  const found = DECIMAL.exec(text)
  if (!found) throw new MoneyFault(text, currency)
  const [, sign, whole, fraction = ''] = found
  const digits = BigInt(whole + fraction)
  return [sign ? -digits : digits, fraction.length]
}
