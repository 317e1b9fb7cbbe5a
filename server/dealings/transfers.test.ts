// Transfers through the API: many rights of several kinds at once, their new owners, the history of owners, and what forbids a transfer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dealingServer } from '../../tests/harness/cases/dealings.ts'

const { admin, call, enrol, make, ok, faults, patents, owner, add, rightsOf, take, tenant } = await dealingServer()
const [us, them, third] = [await owner('虚构甲公司'), await owner('虚构乙公司'), await owner('虚构丙公司')]

const deal = (more: object = {}) =>
  make('transfer', {
    title: '虚构转让合同',
    assignors: [{ applicant_sid: us }],
    assignees: [{ applicant_sid: them, share_pct: '100' }],
    price: '1200000',
    ...more,
  })
const signed = async (rights: readonly string[], more: object = {}) => {
  const sid = await deal(more)
  await add(sid, rights)
  await take('transfer', sid, 'sign', { sign_date: '2026-03-02', contract_no: 'ZR-虚构-1' })
  return sid
}
const RECORDED = { record_date: '2026-05-06', notice_no: '虚构通知 1' }
const namesOf = (value: unknown) =>
  (value as { applicant_sid: { name: string }; share_pct?: string }[]).map((one) => `${one.applicant_sid.name} ${one.share_pct ?? '-'}`)

test('[1.09] a transfer of a hundred patents and a right of another kind gives them their new owner in one step, with the history of owners', async () => {
  const rights = await patents(100, [{ applicant_sid: us, share_pct: '100' }])
  const variety = await make('plant_variety', {
    denomination: '虚构稻',
    crop_kind: 'CEREAL',
    office: 'CN',
    botanical_taxon: 'Oryza',
    right_holders: [{ holder_sid: us }],
  })
  const sid = await signed([...rights, variety])
  assert.equal((await rightsOf(sid)).total, 101)
  assert.equal((await ok<{ total: number }>('finding/do/search', { fl: ['code'], iql: `case_sid = '${sid}' AND status = 'OPEN'` })).total, 0)
  await take('transfer', sid, 'submit', { submit_date: '2026-03-05' })
  const recorded = await take('transfer', sid, 'record', RECORDED)
  assert.equal(recorded.status, 'RECORDED')
  for (const one of [rights[0], rights[99]]) assert.deepEqual(namesOf((await ok(`patent/${one}`)).applicants), ['虚构乙公司 100.00'])
  assert.deepEqual(
    ((await ok(`plant_variety/${variety}`)).right_holders as { holder_sid: { sid: string } }[]).map((one) => one.holder_sid.sid),
    [them],
  )
  assert.deepEqual(
    (await ok<{ applicant_sids: { sid: string }[] }>(`case/${rights[7]}`)).applicant_sids.map((one) => one.sid),
    [them],
  )
  const history = await ok<{ total: number }>('owner_change/do/search', { fl: ['case_sid'], iql: `transfer_sid = '${sid}'` })
  assert.equal(history.total, 101)
  const { record } = await ok<{ record: Record<string, unknown>[] }>('owner_change/do/search', {
    fl: ['effective_date', 'document', 'former_owners', 'new_owners'],
    iql: `case_sid = '${rights[0]}'`,
  })
  assert.deepEqual(
    [record[0]?.effective_date, record[0]?.document, namesOf(record[0]?.former_owners), namesOf(record[0]?.new_owners)],
    ['2026-05-06', '虚构通知 1', ['虚构甲公司 100.00'], ['虚构乙公司 100.00']],
  )
})

test('[1.09] the request to record a transfer starts the time limit for the fee of each Chinese patent', async () => {
  const [right] = await patents(1, [{ applicant_sid: us }])
  const sid = await signed([String(right)])
  await take('transfer', sid, 'submit', { submit_date: '2026-10-12' })
  const { record } = await ok<{ record: Record<string, unknown>[] }>('deadline/do/search', {
    fl: ['rule_id', 'official_due'],
    iql: `case_sid = '${right}' AND rule_id = 'CNP42'`,
  })
  assert.deepEqual(
    record.map((one) => one.official_due),
    ['2026-11-12'],
  )
})

test('a right with a co-owner who has not signed is not transferred as a whole, and its share is', async () => {
  const [right] = await patents(1, [
    { applicant_sid: us, share_pct: '60' },
    { applicant_sid: third, share_pct: '40' },
  ])
  const sid = await signed([String(right)])
  assert.deepEqual(await faults('transfer', sid, 'record', RECORDED), ['assignors'])
  await ok('transfer/do/update', { sid, object: 'SHARE' })
  await take('transfer', sid, 'record', RECORDED)
  assert.deepEqual(namesOf((await ok(`patent/${right}`)).applicants), ['虚构丙公司 40.00', '虚构乙公司 60.00'])
})

test('a right of another owner is not transferred, and nothing of the transfer is kept', async () => {
  const [own, foreign] = [...(await patents(1, [{ applicant_sid: us }])), ...(await patents(1, [{ applicant_sid: third }]))]
  const sid = await signed([String(own), String(foreign)])
  assert.deepEqual(await faults('transfer', sid, 'record', RECORDED), ['assignors'])
  assert.deepEqual(namesOf((await ok(`patent/${own}`)).applicants), ['虚构甲公司 -'])
})

test('a transfer without rights is refused, and a recorded one is neither changed nor undone', async () => {
  const empty = await deal()
  await take('transfer', empty, 'sign', { sign_date: '2026-03-02', contract_no: 'ZR-虚构-2' })
  assert.deepEqual(await faults('transfer', empty, 'record', RECORDED), ['status'])
  const sid = await signed(await patents(1, [{ applicant_sid: us }]))
  await take('transfer', sid, 'record', RECORDED)
  const changed = await call('transfer/do/update', { sid, assignees: [{ applicant_sid: third }] }, { as: admin })
  assert.deepEqual(
    changed.errors.map(({ field }) => field),
    ['assignees'],
  )
  assert.equal((await call('transfer/do/undo_transition', { sid, reason: '误' }, { as: admin })).status, 400)
})

test('a transfer abroad from China needs the number of its export papers', async () => {
  const sid = await signed(await patents(1, [{ applicant_sid: us }]), { export_licence_needed: true })
  assert.deepEqual(await faults('transfer', sid, 'record', RECORDED), ['export_paper_no'])
  await take('transfer', sid, 'record', { ...RECORDED, export_paper_no: '虚构出口 1' })
})

test('a right stands once in a contract; a contract is no right; what has ended takes no more', async () => {
  const [right] = await patents(1, [{ applicant_sid: us }])
  const sid = await signed([String(right)])
  assert.deepEqual(await ok('dealt_right/do/add', { dealing_sid: sid, case_sids: [right] }), { added: 0, known: 1 })
  const other = await deal()
  assert.deepEqual(
    (await call('dealt_right/do/create', { dealing_sid: sid, case_sid: other }, { as: admin })).errors.map(({ field }) => field),
    ['case_sid'],
  )
  assert.deepEqual(
    (await call('dealt_right/do/create', { dealing_sid: right, case_sid: right }, { as: admin })).errors.map(({ field }) => field),
    ['dealing_sid'],
  )
  await take('transfer', sid, 'record', RECORDED)
  const [late] = await patents(1, [])
  assert.deepEqual(
    (await call('dealt_right/do/create', { dealing_sid: sid, case_sid: late }, { as: admin })).errors.map(({ field }) => field),
    ['dealing_sid'],
  )
  const [row] = (await rightsOf(sid)).record
  assert.equal((await call(`dealt_right/do/delete/${row?.sid}`, {}, { as: admin })).status, 400)
})

test('whoever sees the right and not the contract learns nothing of it; the number of rights that one may not change is all that is told', async () => {
  const [right] = await patents(1, [{ applicant_sid: us }])
  const sid = await signed([String(right)])
  const reader = await enrol('dept_leader')
  assert.ok([403, 404].includes((await call(`transfer/${sid}`, undefined, { as: reader })).status))
  const seen = await call<{ total?: number }>('dealt_right/do/search', { fl: ['case_sid'], iql: `case_sid = '${right}'` }, { as: reader })
  assert.ok(seen.status === 403 || seen.data.total === 0, seen.text)
})

test('whoever records a transfer must be allowed to change the rights', async () => {
  const [right] = await patents(1, [{ applicant_sid: us }])
  const sid = await signed([String(right)])
  const role = await make('role', { code: 'contracts_only', name: '只管合同' })
  for (const entity of ['transfer', 'dealt_right']) await make('role_grant', { role_sid: role, entity, verbs: ['*'], data_scope: 'ALL' })
  await make('role_grant', { role_sid: role, entity: 'patent', verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
  const person = await enrol('inventor', { role_sids: [role] })
  const refused = await call('transfer/do/transition', { sid, transition: 'record', ...RECORDED }, { as: person })
  assert.deepEqual(
    refused.errors.map(({ field }) => field),
    ['status'],
  )
  assert.deepEqual(namesOf((await ok(`patent/${right}`)).applicants), ['虚构甲公司 -'])
})

const standing = async (entity: string, sid: string) => {
  const one = await ok<Record<string, unknown>>(`${entity}/${sid}`)
  return [one.status, one.close_date, one.legal_status]
}
const openOf = async (entity: string, sid: string) => {
  const state = entity === 'deadline' ? "status = 'OPEN'" : "status IN ('PLANNED', 'TO_PAY', 'PAYING', 'DUE', 'OVERDUE')"
  return (await ok<{ total: number }>(`${entity}/do/search`, { fl: ['status'], iql: `case_sid = '${sid}' AND ${state}` })).total
}
const granted = async () => {
  const filed = { title: '虚构专利', country: 'CN', patent_type: 'INVENTION', filing_date: '2022-03-01', grant_date: '2024-05-07', status: 'GRANTED' }
  return make('patent', { ...filed, applicants: [{ applicant_sid: us, share_pct: '100' }] })
}

test('[1.09] a right assigned away as a whole is transferred out: its deadlines and fees leave the docket, and at the office it stays granted', async () => {
  const right = await granted()
  assert.ok((await openOf('deadline', right)) > 0 && (await openOf('fee', right)) > 0)
  const sid = await signed([right])
  await take('transfer', sid, 'record', RECORDED)
  assert.deepEqual(await standing('patent', right), ['TRANSFERRED_OUT', '2026-05-06', 'GRANTED'])
  assert.equal((await ok<{ phase: string }>(`case/${right}`)).phase, 'TRANSFERRED')
  assert.deepEqual([await openOf('deadline', right), await openOf('fee', right)], [0, 0])
})

for (const [why, more] of [
  ['within the group', { direction: 'INTERNAL' }],
  ['that was acquired', { direction: 'IN' }],
  ['of which a share is assigned', { object: 'SHARE' }],
] as const)
  test(`[1.09] a right ${why} stays in the docket`, async () => {
    const right = await granted()
    const before = [await openOf('deadline', right), await openOf('fee', right)]
    await take('transfer', await signed([right], more), 'record', RECORDED)
    assert.deepEqual((await standing('patent', right))[0], 'GRANTED')
    assert.deepEqual([await openOf('deadline', right), await openOf('fee', right)], before)
  })

test('[1.09] a right that has ended changes its owner and keeps its state; nobody takes the step by hand', async () => {
  const right = await granted()
  assert.equal((await call('patent/do/transition', { sid: right, transition: 'transfer_out' }, { as: admin })).status, 400)
  await ok('patent/do/transition', { sid: right, transition: 'lapse', close_date: '2026-04-01' })
  await take('transfer', await signed([right]), 'record', RECORDED)
  assert.deepEqual(await standing('patent', right), ['LAPSED', '2026-04-01', 'LAPSED'])
  assert.deepEqual(namesOf((await ok(`patent/${right}`)).applicants), ['虚构乙公司 100.00'])
})

test('an amount that stays is checked again when its currency changes alone', async () => {
  const sid = await deal({ price: '100.50' })
  const answer = await call('transfer/do/update', { sid, currency: 'JPY' }, { as: admin })
  assert.deepEqual(
    answer.errors.map(({ field }) => field),
    ['price'],
  )
  await ok('transfer/do/update', { sid, currency: 'USD' })
  assert.equal((await ok(`transfer/${sid}`)).price, '100.50')
  await ok('transfer/do/update', { sid, currency: 'JPY', price: '100' })
})

const asked = async (sid: string, transition: string, fields: object) => {
  const answer = await call('transfer/do/transition', { sid, transition, ...fields, confirm: [] }, { as: admin, lang: 'en' })
  return ((answer as unknown as { warnings?: { code: string; reason: string }[] }).warnings ?? []).map(({ code, reason }) => `${code}: ${reason}`)
}

test('[1.09] whoever signs a transfer of pledged rights without consent, or records one whose fees are about to be paid, is told which rights', async () => {
  const [pledged, listed] = await patents(2, [{ applicant_sid: us }])
  const [right, other] = [await ok(`patent/${pledged}`), await ok(`patent/${listed}`)]
  const pledge = await make('pledge', {
    title: '虚构质押',
    pledgors: [{ applicant_sid: us }],
    pledgees: [{ applicant_sid: third }],
    principal: '1',
    due_date: '2090-01-01',
  })
  await add(pledge, [String(pledged)])
  await tenant.db.updateTable('pledge').set({ status: 'REGISTERED' }).where('sid', '=', pledge).execute()
  const first = await deal()
  await add(first, [String(pledged)])
  const signing = { sign_date: '2026-03-02', contract_no: 'ZR-虚构-2' }
  const [warning] = await asked(first, 'sign', signing)
  assert.match(String(warning), new RegExp(`^pledged_rights: .*${String(right.case_no)}`))
  await take('transfer', first, 'sign', { ...signing, confirm: ['pledged_rights'] })

  const fee = await make('fee', { case_sid: listed, fee_class: 'OFFICIAL', fee_type: 'X', due_date: '2031-01-01', currency: 'CNY', amount: '10', decision: 'PAY', status: 'TO_PAY' }) // oxfmt-ignore
  await ok('payment/do/from_fees', { fee_sids: [fee] })
  const second = await signed([String(listed)])
  assert.match(String((await asked(second, 'record', RECORDED))[0]), new RegExp(`^fees_on_lists: .*${String(other.case_no)}`))
  assert.equal((await take('transfer', second, 'record', { ...RECORDED, confirm: ['fees_on_lists'] })).status, 'RECORDED')
})
