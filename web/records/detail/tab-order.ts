import type { WireSchema } from '../../../model/kit/wire/wire.ts'

type Tab = { key: string }

/** The tabs as a layout orders them, without the hidden ones; one that it does not name stays behind the tab before it. */
export function inLayout<T extends Tab>(tabs: readonly T[], placed: WireSchema['tabs'] = []): T[] {
  const known = new Set(placed.map(({ key }) => key))
  const sorted = placed.flatMap(({ key }) => tabs.filter((tab) => tab.key === key))
  for (const [at, tab] of tabs.entries()) {
    if (known.has(tab.key)) continue
    const before = at === 0 ? -1 : sorted.findIndex(({ key }) => key === tabs[at - 1]?.key)
    sorted.splice(before + 1, 0, tab)
  }
  return sorted.filter(({ key }) => !placed.some((one) => one.key === key && one.hidden))
}
