import type { Places } from '../../kit/places.ts'
import type { Rule } from './rule.ts'

/** Where each column of a rule stands in its content. */
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

/** What a new rule starts with: each of these says what is ordinary. */
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
