import type { Words } from './fields.ts'

/** The first of these names, and how many others there are. */
export function firstOf(names: readonly string[], most: number, between: Words = ['、', ', ']): Words {
  const all = [...new Set(names)]
  const more = all.length - most
  const [zh, en] = between.map((one) => all.slice(0, most).join(one))
  return more > 0 ? [`${zh}，另有 ${more} 个`, `${en} and ${more} more`] : [zh ?? '', en ?? '']
}
