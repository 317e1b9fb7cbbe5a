/** A person and the share after the name, as text; undefined without one. */
export type Shared = { name: string; share?: string }

const SHARE =
  /^(.*?\S)\s*(?:[(（[【]\s*(\d{1,3}(?:\.\d{1,2})?)\s*([%％]?)\s*[)）\]】]|[:：]?\s*(\d{1,3}(?:\.\d{1,2})?)\s*[%％]|[:：]\s*(\d{1,3}(?:\.\d{1,2})?))$/

/** `张三(60%)`, `张三 60%`, `张三：60`. Bare numbers are shares only where every name has one and they total 100. */
export function withShares(names: readonly string[]): Shared[] {
  const read = names.map((name) => {
    const [, person = '', bracketed, sign, percent, bare] = SHARE.exec(name.slice(0, 300)) ?? []
    return { name, person, share: bracketed ?? percent ?? bare, sure: percent !== undefined || sign !== undefined && sign !== '' } // oxfmt-ignore
  })
  const total = read.reduce((sum, { share }) => sum + Number(share ?? Number.NaN), 0)
  const isWhole = Math.abs(total - 100) < 0.01
  return read.map(({ name, person, share, sure }) => (share !== undefined && (sure || isWhole) ? { name: person, share } : { name }))
}
