import type { Words } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { recognise, type Kind, type Recognised } from '../../../model/cases/numbers/recognise.ts'
import { fieldsOf } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import type { Context, Draft } from '../../records/context.ts'

/** Each number has a key that is the same for every spelling. */
export function fillNumberKeys(model: Model, drafts: readonly Draft[]) {
  for (const [key, { normalises }] of fieldsOf(model)) {
    if (!normalises) continue
    const { field, kind, office } = normalises
    for (const draft of drafts) {
      if (!draft.changed.has(field) && !draft.changed.has(office)) continue
      const text = draft.row[field]
      setValue(draft, key, typeof text === 'string' && text !== '' ? readingOf(text, kind, String(draft.row[office] ?? '')).normalised : null)
    }
  }
}

/** The likeliest reading; `recognise` always answers one. */
export function readingOf(text: string, kind: Kind, office: string): Recognised {
  const [reading] = recognise(text, { kind, ...(office && { office }) })
  return reading ?? { kind: 'unknown', office, normalised: text, printed: text, faults: [] }
}

/** Numbers of China are checked; formats of other offices change, so an odd number there is stored unchanged. */
export function faultsOf(ctx: Pick<Context, 'source'>, reading: Recognised, { kind }: { kind: Kind }, office: string): Words[] {
  if (office !== 'CN') return []
  const errors = reading.faults.filter(({ level, code }) => level === 'error' && !(code === 'check_missing' && completes(ctx)))
  const other = reading.faults.filter(({ code }) => code === 'other_office' || (code === 'other_kind' && kind === 'application'))
  return [...errors, ...other].map(({ zh, en }) => [zh, en])
}

/** Databases export numbers without their check digit; users are asked to confirm the completed number. */
const completes = ({ source }: Pick<Context, 'source'>) => source === 'import' || source === 'sync' || source === 'job'
