// Exact sums and averages of decimal text.
type Parts = { digits: bigint; scale: number }

export function addDecimals(texts: readonly string[]): string {
  const all = texts.map(partsOf)
  const scale = Math.max(0, ...all.map((one) => one.scale))
  return textOf({ digits: all.reduce((sum, one) => sum + one.digits * 10n ** BigInt(scale - one.scale), 0n), scale })
}

/** Half-up, with so many decimals. */
export function divideDecimal(text: string, by: number, decimals: number): string {
  const { digits, scale } = partsOf(text)
  const above = digits * 10n ** BigInt(decimals)
  const below = BigInt(by) * 10n ** BigInt(scale)
  const [size, sign] = above < 0n ? [-above, -1n] : [above, 1n]
  return textOf({ digits: sign * ((size * 2n + below) / (below * 2n)), scale: decimals })
}

function partsOf(text: string): Parts {
  const [whole = '0', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

function textOf({ digits, scale }: Parts): string {
  const size = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const at = size.length - scale
  return `${digits < 0n ? '-' : ''}${size.slice(0, at)}${scale > 0 ? `.${size.slice(at)}` : ''}`
}
