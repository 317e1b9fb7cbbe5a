// Shares and ratios are decimal text, never a float. Amounts of money: model/kit/money/money.ts.
/** With thousands separators; every digit is kept. */
export function groupDigits(text: string): string {
  const [whole = '', part] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return part === undefined ? grouped : `${grouped}.${part}`
}

const SCALE = 8
const scaled = (text: string): bigint => {
  const [, sign = '', whole = '0', part = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  const units = BigInt(whole || '0') * 10n ** BigInt(SCALE) + BigInt(part.padEnd(SCALE, '0').slice(0, SCALE))
  return sign === '-' ? -units : units
}

const unscaled = (units: bigint, digits: number): string => {
  const [sign, size] = units < 0n ? ['-', -units] : ['', units]
  const text = String(size).padStart(SCALE + 1, '0')
  const part = text.slice(-SCALE, digits < SCALE ? digits - SCALE || undefined : undefined)
  return `${sign}${text.slice(0, -SCALE)}${digits > 0 ? `.${part.slice(0, digits)}` : ''}`
}

export const sumOf = (texts: readonly string[], digits: number) =>
  unscaled(
    texts.reduce((sum, text) => sum + scaled(text), 0n),
    digits,
  )

export const compareDecimals = (a: string, b: string) => {
  const [x, y] = [scaled(a), scaled(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

/** Shares with an exact total: the first ones get the rest of the division, one smallest unit each. */
export function splitEqually(total: number, count: number, digits: number): string[] {
  if (count <= 0) return []
  const unit = 10n ** BigInt(digits)
  const all = BigInt(total) * unit
  const [share, rest] = [all / BigInt(count), Number(all % BigInt(count))]
  return Array.from({ length: count }, (_, at) => {
    const text = String(share + (at < rest ? 1n : 0n)).padStart(digits + 1, '0')
    return digits > 0 ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text
  })
}
