import { OFFICES } from '../../../model/cases/offices.ts'
import type { Field } from '../../../model/kit/fields.ts'
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { DATED_FACTS, LISTED_FACTS } from '../../../model/docketing/calculation/facts.ts'
import { isRow } from '../../../model/docketing/rules/law-fault.ts'
import { checkRule, checkWords, type Vocabulary } from '../../../model/docketing/rules/rule-check.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { Context, Draft } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import { lawFor } from './law.ts'

/** The words of a rule that a person writes are those of its kind of case, of the offices and of the prices. */
export async function checkRuleWords(ctx: Context, drafts: readonly Draft[]) {
  if (ctx.source === 'job') return // the seed has checked its rules
  const model = modelNamed(ctx.tenant.models, 'deadline_rule')
  for (const draft of drafts) {
    const { content } = draft.row
    if (!draft.changed.has('content') || !isRow(content)) continue
    const kind = ctx.tenant.declared.kinds.get(String(content.case_kind))
    const isShaped = checkRule(content, 0, new Set([String(content.service ?? '')])).length === 0 // other faults are reported with the whole law
    if (!kind || !isShaped) continue
    const { fees } = await lawFor(ctx)
    const known = { fees: new Set(fees.schedules.keys()), events: await catalogueOf(ctx) }
    for (const { where, zh, en } of checkWords(content as Rule, vocabularyOf(kind, known)))
      faultAt(ctx, model, draft, 'content', [`${where}：${zh}`, `${where}: ${en}`])
  }
}

async function catalogueOf({ db }: Context) {
  const types = await db.selectFrom('document_type').select('code').where('deleted_at', 'is', null).execute()
  return new Set(types.map(({ code }) => String(code)))
}

/** `known`: contents of the tables of this company */
export function vocabularyOf({ model, drives, roles, docketing }: CaseKind, known: Pick<Vocabulary, 'fees' | 'events'>): Vocabulary {
  const optionsOf = (code: string | undefined) => {
    const field = code === undefined ? undefined : model.fields[code]
    return new Set(field?.type === 'option' ? Object.keys(field.options) : [])
  }
  return {
    fields: new Set([...drives, ...Object.keys(roles), ...DATED_FACTS, ...LISTED_FACTS, ...Object.keys(docketing?.own_facts ?? {})]),
    states: optionsOf(model.states?.field),
    types: optionsOf(roles.subtype),
    routes: optionsOf(roles.route),
    ...known,
    // A treaty may name more offices than cases have.
    options: new Map(
      Object.entries<Field>(model.fields).flatMap(([code, field]) =>
        field.type === 'option' && !field.dictionary && field.role !== 'country' ? [[code, new Set(Object.keys(field.options))] as const] : [],
      ),
    ),
    isOffice: (code) => Object.hasOwn(OFFICES, code) || REGIONS.of(code) !== undefined,
  }
}

const REGIONS = {
  names: new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }),
  /** Undefined for a code that is none. */
  of(code: string) {
    return /^[A-Z]{2}$/.test(code) ? this.names.of(code) : undefined
  },
}
