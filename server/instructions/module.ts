import { commentOnInstruction, readFilingRule, setFilingRule } from '../../model/instructions/instruction-actions.ts'
import { SENT } from '../../model/instructions/lifecycle.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { ServerModule } from '../module.ts'
import { perform } from '../records/actions.ts'
import type { Context, Draft } from '../records/context.ts'
import type { Module } from '../records/modules.ts'
import { among } from '../records/permission/conditions.ts'
import type { Declared } from '../records/registry.ts'
import { acceptedFirst, keepFilingRule } from './filing-rule.ts'
import { endWithCases, warnOfEnding } from './ending.ts'
import { filedWithTheCase, refuseUnaccepted } from './filing.ts'
import { checkInstructions, prepareInstructions, refuseSentOnes } from './instruction.ts'
import { comment, passOn } from './exchange.ts'
import { keepWorkOfInstructions } from './work.ts'

/** Instructions to agencies with their documents, and the drafts that both sides exchange */
export const instructionsModule: ServerModule = {
  name: 'instructions',
  after: ['cases', 'documents', 'tasks'],
  rowVisibility: { agency_instruction: { only: sentToOwnAgency } },
  hooks: [
    { model: 'agency_instruction', prepare: prepareInstructions, check: checkInstructions, written: passOn, deleted: refuseSentOnes },
    { model: 'task', check: keepWorkOfInstructions },
  ],
  actions: [
    ...perform(commentOnInstruction, comment),
    ...perform(readFilingRule, async ({ ctx }) => ({ accepted_first: await acceptedFirst(ctx) })),
    ...perform(setFilingRule, ({ ctx, body }) => keepFilingRule(ctx, body.accepted_first)),
  ],
}

/** An agency files a case of any kind after its draft was accepted; a case that is filed, ends or changes its agency closes its instructions. */
export function filedByAgencies({ kinds }: Declared): Module {
  return {
    name: 'filed by agencies',
    after: ['instructions', 'docketing'],
    hooks: [...kinds.values()].map((kind) => ({
      model: [kind.name],
      check: async (ctx: Context, drafts: readonly Draft[]) => {
        await refuseUnaccepted(ctx, kind, drafts)
        await warnOfEnding(ctx, kind, drafts)
      },
      written: async (ctx: Context, drafts: readonly Draft[]) => {
        await filedWithTheCase(ctx, kind, drafts)
        await endWithCases(ctx, kind, drafts)
      },
    })),
  }
}

/** If a case changed its agency, each agency sees only instructions sent to it. */
function sentToOwnAgency({ actor }: Context): Condition | undefined {
  if (actor.platform !== 2) return undefined
  return { kind: 'and', of: [among(['agency_sid'], actor.agency_sid ? [actor.agency_sid] : []), among(['status'], SENT)] }
}
