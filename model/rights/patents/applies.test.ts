import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holds } from '../../kit/conditions.ts'
import type { Field } from '../../kit/fields.ts'
import { patent } from './patent.ts'

const fields: Readonly<Record<string, Field>> = patent.fields

for (const [code, values, applies] of [
  ['pct_no', { route: 'DIRECT', country: 'CN', patent_type: 'INVENTION' }, false],
  ['pct_no', { route: 'PCT_NATIONAL', country: 'CN', patent_type: 'INVENTION' }, true],
  ['pct_no', { route: 'PCT_INTL', country: 'WO', patent_type: 'INVENTION' }, true],
  ['entry_date', { route: 'PCT_INTL', country: 'WO', patent_type: 'INVENTION' }, false],
  ['isa', { route: 'PCT_INTL', country: 'WO', patent_type: 'INVENTION' }, true],
  ['loc', { route: 'DIRECT', country: 'CN', patent_type: 'INVENTION' }, false],
  ['loc', { route: 'DIRECT', country: 'CN', patent_type: 'DESIGN' }, true],
  ['claims_count', { route: 'DIRECT', country: 'CN', patent_type: 'DESIGN' }, false],
  ['sub_exam_date', { route: 'DIRECT', country: 'CN', patent_type: 'UTILITY' }, false],
  ['sub_exam_date', { route: 'DIRECT', country: 'JP', patent_type: 'INVENTION' }, true],
  ['sub_exam_date', { route: 'DIRECT', country: 'KR', patent_type: 'UTILITY' }, true],
  ['sub_exam_date', { route: 'DIRECT', country: 'US', patent_type: 'INVENTION' }, false],
  ['se_entered_date', { route: 'DIRECT', country: 'EP', patent_type: 'INVENTION' }, false],
  ['secrecy_exam_status', { route: 'DIRECT', country: 'CN', patent_type: 'UTILITY' }, true],
  ['hague_reg_no', { route: 'HAGUE_INTL', country: 'WO', patent_type: 'DESIGN' }, true],
  ['designated', { route: 'DIRECT', country: 'EP', patent_type: 'INVENTION' }, true],
  ['designated', { route: 'DIRECT', country: 'CN', patent_type: 'INVENTION' }, false],
  ['register_date', { route: 'HAGUE_INTL', country: 'WO', patent_type: 'DESIGN' }, true],
  ['patent_no', { route: 'PCT_INTL', country: 'WO', patent_type: 'INVENTION' }, false],
  ['title', {}, true],
] as const)
  test(`${code} ${applies ? 'applies' : 'does not apply'} to ${Object.values(values).join(' ') || 'a new case'}`, () =>
    assert.equal(holds(fields[code]?.applies_to, values), applies))
