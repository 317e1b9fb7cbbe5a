import { FAMILY_FINDINGS, ofFamily } from '../../../model/docketing/findings/family-findings.ts'
import type { Context } from '../../records/context.ts'
import { findInFacts, findOnly } from '../findings/findings.ts'
import type { Case } from '../read-cases.ts'
import { docketCases } from '../reconcile.ts'
import type { Reach } from './relatives.ts'

/** `kind`: set when all cases are of one kind. `finds`: all findings of facts are brought up to date, not only those about the family. */
type Wish = { reach?: Reach | undefined; kind?: string | undefined; finds: boolean }

/**
 * Dockets these cases, then generation by generation the cases that derive from them, and at last those from which they derive:
 * an international application is done with an office when its national phase is recorded there. Records that disagree are found at once.
 */
export async function docketFamily(ctx: Context, sids: Iterable<string>, { reach = 'ALL', kind, finds }: Wish) {
  const done = new Set(sids)
  const above = new Set<string>()
  const below = new Set<string>()
  const read = new Map<string, Case>()
  const note = (cases: readonly Case[], up: boolean) => {
    for (const one of cases) {
      read.set(String(one.row.sid), one)
      if (reach === 'ALL') for (const sid of one.kin.later) below.add(sid)
      if (up) for (const sid of one.kin.earlier) above.add(sid)
    }
  }
  await docketCases(ctx, [...done], kind, (cases) => note(cases, true))
  for (let next = fresh(below, done); next.length > 0; next = fresh(below, done))
    await docketCases(ctx, next, undefined, (cases) => note(cases, false))
  const parents = fresh(above, done)
  if (parents.length > 0) await docketCases(ctx, parents, undefined, (cases) => note(cases, false))
  if (finds) await findInFacts(ctx, [...read.values()])
  // A change of state moves no date that two records could disagree about.
  else if (reach === 'ALL') await findOnly(ctx, [...read.values()], FAMILY_FINDINGS, ({ facts }) => ofFamily(facts))
}

/** Those not done yet; they count as done from now on. */
function fresh(sids: ReadonlySet<string>, done: Set<string>): string[] {
  const next = [...sids].filter((sid) => !done.has(sid))
  for (const sid of next) done.add(sid)
  return next
}
