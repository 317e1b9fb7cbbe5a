// The names of the codes of a rule, from the catalogue of document types, the fee schedules and the other rules.
import type { Bilingual, Rule } from '../../../model/docketing/rules/rule.ts'
import { tellRule } from '../../../model/docketing/wording/describe-rule.ts'
import type { Names } from '../../../model/docketing/wording/rule-words.ts'
import { FEES_OF_RULE } from '../../../model/rights/patents/fees/rule-fees.ts'
import { patentOption } from '../../../model/rights/patents/option-words.ts'
import { useSearch } from '../../api/api.ts'
import { quoted } from '../content.ts'

/** Undefined while loading; a hidden name stays a code. */
export function useRuleNames(rule: Rule | null): Names | undefined {
  const { event, fee, rule: rules } = codesOf(rule)
  const events = useCalled('document_type', 'code', event)
  const fees = useCalled('fee_schedule', 'fee_code', fee)
  const others = useCalled('deadline_rule', 'rule_id', rules)
  return (
    events &&
    fees &&
    others && { event: (code) => events.get(code), fee: (code) => fees.get(code), rule: (id) => others.get(id), option: patentOption, owed }
  )
}

const owed = (id: string) => FEES_OF_RULE[id]?.codes

/** The description itself requests its codes: there is no second list. */
function codesOf(rule: Rule | null): Record<'event' | 'fee' | 'rule', string[]> {
  const asked = { event: new Set<string>(), fee: new Set<string>(), rule: new Set<string>() }
  const note = (codes: Set<string>) => (code: string) => void codes.add(code)
  if (rule) tellRule(rule, { event: note(asked.event), fee: note(asked.fee), rule: note(asked.rule), owed }, 'en')
  return { event: [...asked.event], fee: [...asked.fee], rule: [...asked.rule] }
}

export function useCalled(model: string, field: string, codes: readonly string[]): ReadonlyMap<string, Bilingual> | undefined {
  const body = { fl: [field, 'name', 'name_en'], iql: `${field} IN (${codes.map(quoted).join(', ')})`, rows: 100, total: 'none' as const }
  const { data, isError } = useSearch(model, body, { enabled: codes.length > 0, meta: { faults: 'own' } })
  if (codes.length === 0 || isError) return NONE
  return data && new Map(data.record.map((record) => [String(record[field]), { zh: String(record['name']), en: String(record['name_en']) }]))
}

const NONE: ReadonlyMap<string, Bilingual> = new Map()
