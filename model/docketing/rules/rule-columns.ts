import type { Places } from '../../kit/places.ts'
import type { Rule } from './rule.ts'

/** The place of each column of a rule in its content. */
export const RULE_PLACES: Places = {
  rule_id: ['id'],
  rule_version: ['version'],
  name: ['zh'],
  name_en: ['en'],
  office: ['office'],
  kind: ['kind'],
  case_kind: ['case_kind'],
  legal_basis: ['legal_basis', 'zh'],
  legal_basis_en: ['legal_basis', 'en'],
  valid_from: ['valid_from'],
  valid_to: ['valid_to'],
  certainty: ['certainty'],
  source: ['source'],
}

/** The defaults of a new rule. */
export const newRule = (id: string, version: number): Rule => ({
  id,
  version,
  zh: '',
  en: '',
  kind: 'ACTION',
  office: 'CN',
  trigger: { field: 'filing_date' },
  terms: [{ from: 'trigger', period: '1m' }],
  roll: 'W',
  legal_basis: { zh: '', en: '' },
  certainty: 'CHECK',
  source: '',
})
