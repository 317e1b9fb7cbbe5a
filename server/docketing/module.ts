import type { Module } from '../records/modules.ts'
import type { Declared } from '../records/registry.ts'
import { caseHooks, followingHooks } from './case-hooks.ts'
import { deadlineCounts } from './deadline-counts.ts'
import { datePreview, deadlines } from './deadline.ts'
import { monitor } from './findings/monitor.ts'
import { lawColumns } from './law/law-columns.ts'
import { newVersions } from './law/new-version.ts'
import { ruleExample } from './law/rule-example.ts'
import { rulePreview } from './law/rule-preview.ts'

/** The deadlines of every case under the law. */
export function docketingModule({ kinds }: Declared): Module {
  const ofKinds = [...kinds.values()].flatMap((kind) => [caseHooks(kind), datePreview(kind)])
  return {
    name: 'docketing',
    after: ['patents', 'cases'],
    parts: [...ofKinds, followingHooks, lawColumns, deadlines, deadlineCounts, rulePreview, ruleExample, newVersions, monitor],
  }
}
