// Pledges through the API: their registration, what they guard their rights against, the consents of the pledgee, and their release.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dealingServer } from '../../tests/harness/cases/dealings.ts'

const { call, enrol, make, ok, faults, patents, owner, add, take, admin } = await dealingServer()
const [us, them, third, bank] = [await owner('虚构出质公司'), await owner('虚构受让公司'), await owner('虚构共有公司'), await owner('虚构银行')]
const finance = await enrol('finance')

const signed = async (rights: readonly string[]) => {
  const sid = await make('pledge', {
    title: '虚构质押合同',
    pledgors: [{ applicant_sid: us }],
    pledgees: [{ applicant_sid: bank }],
    principal: '5000000',
    due_date: '2089-06-30',
  })
  if (rights.length > 0) await add(sid, rights)
  await take('pledge', sid, 'sign', { sign_date: '2026-03-02', contract_no: `ZY-虚构-${sid.slice(-6)}` })
  return sid
}
let registered = 0
const pledged = async (rights: readonly string[]) => {
  const sid = await signed(rights)
  await take('pledge', sid, 'register', { reg_no: `Y202699000${++registered}`, reg_date: '2026-03-20' })
  return sid
}
const GRANTED = { filing_date: '2020-02-03', application_no: undefined, status: 'GRANTED', grant_date: '2022-02-01' }
const consent = (sid: string, consent_to: string, more: object = {}) =>
  ok('pledge/do/update', { sid, consents: [{ consent_to, given_on: '2026-04-01', document_no: '虚构同意书 1', ...more }] })

test('[1.09] a registered pledge guards its rights: they are not abandoned, and nobody decides to let their annuities lapse', async () => {
  const [right = '', free = ''] = await patents(2, [{ applicant_sid: us }], GRANTED)
  const sid = await pledged([right])
  const step = { close_date: '2026-05-01', close_reason: '虚构' }
  assert.deepEqual(await faults('patent', right, 'abandon', step), ['status'])
  assert.equal((await take('patent', free, 'abandon', step)).status, 'ABANDONED')
  const decided = await call('patent/do/update', { sid: right, annuity_decision: 'ABANDON' }, { as: admin })
  assert.deepEqual(
    decided.errors.map(({ field }) => field),
    ['annuity_decision'],
  )
  const fee = await make('fee', { case_sid: right, fee_class: 'ANNUITY', fee_type: 'DRAFT', due_date: '2027-02-03', amount: '100' })
  assert.equal((await call('fee/do/transition', { sid: fee, transition: 'decide_abandon', handled_reason: '虚构' }, { as: admin })).status, 400)
  const each = await call<{ failed?: unknown }>('fee/do/decide', { sids: [fee], decision: 'ABANDON' }, { as: admin })
  assert.notEqual((await ok(`fee/${fee}`)).decision, 'ABANDON', each.text)
  await consent(sid, 'GIVE_UP')
  assert.equal((await take('patent', right, 'abandon', step)).status, 'ABANDONED')
})

test('[1.09] a right of any kind is guarded: a plant variety is not surrendered while it is pledged, and may be after the release', async () => {
  const variety = await make('plant_variety', {
    denomination: '虚构麦',
    crop_kind: 'CEREAL',
    office: 'CN',
    botanical_taxon: 'Triticum',
    status: 'IN_FORCE',
    granted_on: '2024-01-02',
  })
  const sid = await pledged([variety])
  assert.deepEqual(await faults('plant_variety', variety, 'surrender'), ['status'])
  await take('pledge', sid, 'release', { release_date: '2026-06-01', repayment_proof: '虚构还款凭证' })
  assert.equal((await take('plant_variety', variety, 'surrender')).status, 'SURRENDERED')
})

test('[1.09] a pledged right is transferred and licensed with the consent of the pledgee for that act and that right alone', async () => {
  const [right = '', other = ''] = await patents(2, [{ applicant_sid: us }])
  const sid = await pledged([right, other])
  const transfer = await make('transfer', { title: '虚构转让', assignors: [{ applicant_sid: us }], assignees: [{ applicant_sid: them }] })
  await add(transfer, [right])
  await take('transfer', transfer, 'sign', { sign_date: '2026-03-02', contract_no: 'ZR-虚构-9' })
  const record = { record_date: '2026-05-06' }
  assert.deepEqual(await faults('transfer', transfer, 'record', record), ['status'])
  await consent(sid, 'LICENCE')
  assert.deepEqual(await faults('transfer', transfer, 'record', record), ['status'])
  await consent(sid, 'TRANSFER', { case_sid: other })
  assert.deepEqual(await faults('transfer', transfer, 'record', record), ['status'])
  await consent(sid, 'TRANSFER', { case_sid: right })
  const licence = await make('licence', { title: '虚构许可', licensors: [{ applicant_sid: us }], licensees: [{ applicant_sid: them }] })
  await add(licence, [other])
  await take('licence', licence, 'sign', { sign_date: '2026-03-02', contract_no: 'XK-虚构-9' })
  const effect = { effective_date: '2026-03-16', start_date: '2026-04-01', end_date: '2090-03-31' }
  assert.deepEqual(await faults('licence', licence, 'take_effect', effect), ['status'])
  await take('transfer', transfer, 'record', record)
})

test('[1.09] no other way of writing a pledged right gives it to others: its owners, an open licence, and a licence that turns into one given', async () => {
  const [right = '', free = ''] = await patents(
    2,
    [
      { applicant_sid: us, share_pct: '60' },
      { applicant_sid: third, share_pct: '40' },
    ],
    GRANTED,
  )
  const sid = await pledged([right])
  const said = async (model: string, body: object) => (await call(`${model}/do/update`, body, { as: admin })).errors.map(({ field }) => field)
  const to = (share_pct: string, other = third) => ({
    applicants: [
      { applicant_sid: us, share_pct },
      { applicant_sid: other, share_pct: String(100 - Number(share_pct)) },
    ],
  })
  assert.deepEqual(await said('patent', { sid: right, applicants: [{ applicant_sid: us, share_pct: '100' }] }), ['applicants'])
  assert.deepEqual(await said('patent', { sid: right, ...to('60', them) }), ['applicants'])
  assert.deepEqual(await said('patent', { sid: right, ...to('50') }), ['applicants'])
  assert.deepEqual(await said('patent', { sid: right, ...to('60.00') }), [])
  assert.deepEqual(await said('patent', { sid: free, ...to('60', them) }), [])
  assert.deepEqual(await said('patent', { sid: right, open_license: true }), ['open_license'])
  const licence = await make('licence', {
    title: '虚构许入',
    direction: 'IN',
    licensors: [{ applicant_sid: us }],
    licensees: [{ applicant_sid: them }],
  })
  await add(licence, [right])
  await take('licence', licence, 'sign', { sign_date: '2026-03-02', contract_no: 'XK-虚构-10' })
  await take('licence', licence, 'take_effect', { effective_date: '2026-03-16', start_date: '2026-04-01', end_date: '2030-03-31' })
  assert.deepEqual(await said('licence', { sid: licence, direction: 'OUT' }), ['direction'])
  await ok('pledge/do/update', {
    sid,
    consents: ['LICENCE', 'TRANSFER'].map((consent_to) => ({ consent_to, given_on: '2026-04-01', document_no: '虚构同意书 2' })),
  })
  assert.deepEqual(await said('licence', { sid: licence, direction: 'OUT' }), [])
  assert.deepEqual(await said('patent', { sid: right, open_license: true, ...to('60', them) }), [])
})

test('[1.09] shares that were never stated are filled in, but not with nothing; a pledged domain is not transferred out', async () => {
  const [right = ''] = await patents(1, [{ applicant_sid: us }, { applicant_sid: third }], GRANTED)
  await pledged([right])
  const shares = (mine: string, theirs: string) => ({ applicants: [{ applicant_sid: us, share_pct: mine }, { applicant_sid: third, share_pct: theirs }] }) // oxfmt-ignore
  const said = async (body: object) => (await call('patent/do/update', { sid: right, ...body }, { as: admin })).errors.map(({ field }) => field)
  assert.ok((await said(shares('100', '0'))).length > 0)
  assert.deepEqual(await said(shares('70', '30')), [])
  const domain = await make('domain', { domain_name: 'pledged.example', registrar: '虚构注册商', registrant: '虚构出质公司', expiry_date: '2090-01-02', status: 'ACTIVE' }) // oxfmt-ignore
  const sid = await pledged([domain])
  const out = { close_date: '2026-05-01', close_reason: '虚构转出' }
  assert.deepEqual(await faults('domain', domain, 'transfer_out', out), ['status'])
  await consent(sid, 'TRANSFER')
  assert.equal((await take('domain', domain, 'transfer_out', out)).status, 'TRANSFERRED_OUT')
})

test('[1.09] finance is told of a registered pledge, sees it, and finds the pledged case of an annuity', async () => {
  const [right = ''] = await patents(1, [{ applicant_sid: us }])
  const sid = await pledged([right])
  const told = async () => {
    const asked = { fl: ['title_en', 'link'], iql: 'ORDER BY created_at DESC', rows: 1 }
    const { data } = await call<{ record: { title_en: string; link: string }[] }>('notification/do/search', asked, { as: finance, lang: 'en' })
    return data.record[0]
  }
  assert.equal((await told())?.link, `/m/pledge/${sid}`)
  await add(sid, await patents(2, [{ applicant_sid: us }]))
  assert.match((await told())?.title_en ?? '', /^Added to .+: 2\./)
  const iql = `dealing_sid.kind = 'pledge' AND dealing_sid.phase = 'GRANTED' AND case_sid IN ('${right}')`
  assert.equal((await call<{ total: number }>('dealt_right/do/search', { fl: ['case_sid'], iql }, { as: finance })).data.total, 1)
})

test('[1.09] the debt falls due among the deadlines, a month ahead and on its day', async () => {
  const sid = await pledged(await patents(1, [{ applicant_sid: us }]))
  const { record } = await ok<{ record: { rule_id: string; official_due: string }[] }>('deadline/do/search', {
    fl: ['rule_id', 'official_due'],
    iql: `case_sid = '${sid}' ORDER BY official_due`,
  })
  assert.deepEqual(
    record.map((one) => `${one.rule_id} ${one.official_due}`),
    ['PLG01 2089-05-31', 'PLG02 2089-06-30'],
  )
})

test('a pledge is registered with its rights only, released with a proof of repayment, and no right leaves it before', async () => {
  const none = await signed([])
  assert.deepEqual(await faults('pledge', none, 'register', { reg_no: 'Y2026990009', reg_date: '2026-03-20' }), ['status'])
  const sid = await pledged(await patents(1, [{ applicant_sid: us }]))
  assert.deepEqual((await faults('pledge', sid, 'release')).sort(), ['release_date', 'repayment_proof'])
  const [row] = (await ok<{ record: { sid: string }[] }>('dealt_right/do/search', { fl: ['sid'], iql: `dealing_sid = '${sid}'` })).record
  assert.equal((await call(`dealt_right/do/delete/${row?.sid}`, {}, { as: admin })).status, 400)
  assert.equal((await call(`pledge/do/delete/${sid}`, {}, { as: admin })).status, 400)
})
