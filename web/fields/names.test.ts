import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { displayName } from './names.ts'

const schema = (display_first: boolean): WireSchema => ({
  model: 'company', label: 'Company', zh: '公司', en: 'Company', display: ['simple_name', 'company_name'], display_first, fields: [], groups: [], actions: [],
}) // oxfmt-ignore

for (const [first, record, name] of [
  [true, { sid: '1', simple_name: '虚构集团', company_name: '虚构科技集团有限公司' }, '虚构集团'],
  [true, { sid: '1', simple_name: null, company_name: '虚构科技集团有限公司' }, '虚构科技集团有限公司'],
  [false, { sid: '1', simple_name: '虚构集团', company_name: '虚构科技集团有限公司' }, '虚构集团 虚构科技集团有限公司'],
] as const)
  test(`[3.01] the heading of a company is ${name}${first ? '' : ' where all its names are shown'}`, () => {
    assert.equal(displayName(record, schema(first), 'zh'), name)
  })

for (const [lang, name] of [
  ['zh', '虚构集团'],
  ['en', 'Fictional Technology Group'],
] as const)
  test(`a company with an English name is shown in ${lang} as ${name}`, () => {
    const record = { sid: '1', simple_name: '虚构集团', company_name: '虚构科技集团有限公司', company_name_en: 'Fictional Technology Group' }
    assert.equal(displayName(record, schema(true), lang), name)
  })
