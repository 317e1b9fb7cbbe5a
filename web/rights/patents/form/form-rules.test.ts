import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasPlace } from './form-rules.ts'

for (const [code, values, has] of [
  ['pct_no', { route: 'DIRECT', country: 'CN', patent_type: 'INVENTION' }, false],
  ['pct_no', { route: 'PCT_NATIONAL', country: 'CN', patent_type: 'INVENTION' }, true],
  ['isa', { route: 'PCT_INTL', country: 'WO', patent_type: 'INVENTION' }, true],
  ['loc', { route: 'DIRECT', country: 'CN', patent_type: 'INVENTION' }, false],
  ['loc', { route: 'DIRECT', country: 'CN', patent_type: 'DESIGN' }, true],
  ['claims_count', { route: 'DIRECT', country: 'CN', patent_type: 'DESIGN' }, false],
  ['sub_exam_date', { route: 'DIRECT', country: 'CN', patent_type: 'UTILITY' }, false],
  ['hague_reg_no', { route: 'HAGUE_INTL', country: 'WO', patent_type: 'DESIGN' }, true],
  ['designated', { route: 'DIRECT', country: 'EP', patent_type: 'INVENTION' }, true],
  ['title', {}, true],
] as const)
  test(`${code} ${has ? 'is asked' : 'is not asked'} of ${Object.values(values).join(' ') || 'a new case'}`, () =>
    assert.equal(hasPlace(code, values), has))
