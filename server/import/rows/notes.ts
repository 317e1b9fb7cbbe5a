import type { Item } from './item.ts'
import type { Draft } from '../../records/context.ts'

/** A warning of a write does not stop a file: it is listed among the remarks of its row. */
export function noteWarnings(items: readonly Item[], drafts: readonly Draft[]) {
  for (const [at, { warnings, faults }] of drafts.entries()) {
    if (faults.length > 0) continue
    for (const { label, words } of warnings)
      items[at]?.read.notes.push([label[0] ? `${label[0]}：${words[0]}` : words[0], label[1] ? `${label[1]}: ${words[1]}` : words[1]])
  }
}
