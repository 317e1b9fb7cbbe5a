import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { workAs } from '../../tests/harness/engine.ts'
import { act, refused, testTenant, type TestTenant } from '../../tests/harness/tenant.ts'
import { CLOSED } from '../../model/rights/patents/lifecycle/states.ts'
import { linkInventors, unlinkedInventors } from '../../model/parties/inventor-actions.ts'
import { invalidateAgency, similarApplicants } from '../../model/parties/party-actions.ts'
import { create } from '../records/write/create.ts'

let t: TestTenant
before(async () => void (t = await testTenant()))
after(() => t.close())

describe('applicants and inventors', () => {
  test('a social credit code has a valid check character, and is unique among applicants', async () => {
    assert.match((await refused(t.make('applicant', { name: 'A', uscc: '914403001922038217' }))).words, /wrong check/)
    assert.match((await refused(t.make('applicant', { name: 'A', uscc: '91440300I922038216' }))).words, /letters I, O, S, V, Z/)
    await t.make('applicant', { name: 'A', uscc: '9144 0300 1922 0382 16' })
    assert.match((await refused(t.make('applicant', { name: 'B', uscc: '914403001922038216' }))).words, /already used/)
  })

  test('existing applicants with the same name are shown before another is created', async () => {
    const sid = await t.make('applicant', { name: ' Acme   Widgets ' })
    assert.equal((await t.read('applicant', sid)).name, 'Acme Widgets')
    assert.deepEqual(
      (await act(t.ctx, similarApplicants, { name: 'ACME widgets' })).record.map((row) => row.sid),
      [sid],
    )
    assert.deepEqual((await act(t.ctx, similarApplicants, { name: 'A%' })).record, [])
  })

  test('whoever may create and not view is told that it is saved', async () => {
    const role = workAs(t.ctx.tenant, { sid: await t.make('user_info', { name: 'Entry clerk' }) }, [
      { model: 'applicant', verbs: ['create'], scope: 'ALL' },
    ])
    const { sid, warnings, name } = await create({ ...role, lang: 'en' }, t.modelOf('applicant'), { name: 'Entered Blind' })
    assert.match(String(warnings), /It is saved. You do not see the record/)
    assert.deepEqual([name, (await t.read('applicant', String(sid))).name], [undefined, 'Entered Blind'])
  })

  test('a search by name returns no applicant and no number hidden from the user', async () => {
    const [seen, unseen] = [
      await t.make('applicant', { name: 'O\'Neil \\ "Co"', uscc: '91110108551385082Q' }),
      await t.make('applicant', { name: 'Hidden Works' }),
    ]
    const role = (hidden: string[]) =>
      workAs(t.ctx.tenant, { sid: seen }, [{ model: 'applicant', verbs: ['search'], scope: 'CUSTOM', query: `sid = '${seen}'`, hidden }])
    assert.deepEqual((await act(role([]), similarApplicants, { name: 'hidden works' })).record, [])
    assert.deepEqual((await act(role(['uscc']), similarApplicants, { name: 'o\'neil \\ "co"' })).record, [
      { sid: seen, name: 'O\'Neil \\ "Co"', uscc: null },
    ])
    assert.equal((await act(role([]), similarApplicants, { name: 'o\'neil \\ "co"' })).record[0]?.uscc, '91110108551385082Q')
    assert.equal((await act(t.ctx, similarApplicants, { name: 'hidden works' })).record[0]?.sid, unseen)
  })

  test('inventors without a person are listed with the employees of their name or number, and linked in one act by whoever may change them', async () => {
    const [li, namesake] = [await t.make('user_info', { name: '李关联（虚构）', job_number: 'L-001' }), await t.make('user_info', { name: '李关联（虚构）', job_number: 'L-002' })]
    const left = await t.make('user_info', { name: '李关联（虚构）', job_number: 'L-003', person_status: 'RESIGNED' })
    const one = await t.make('inventor', { name: '李关联 （虚构）', employee_no: 'L-002' })
    const other = await t.make('inventor', { name: '无同名者（虚构）' })
    await t.make('inventor', { name: '李关联（虚构）', external: true })
    await t.make('patent', { title: '虚构案', country: 'CN', patent_type: 'INVENTION', owner_sid: namesake, inventors: [{ inventor_sid: one }] })
    const listed = async () => (await act(t.ctx, unlinkedInventors, {})).record
    const [found, alone] = [(await listed()).find(({ sid }) => sid === one), (await listed()).find(({ sid }) => sid === other)]
    assert.deepEqual([found?.cases, found?.people.map(({ sid, has_number }) => [sid, has_number]).sort(), alone?.people], [1, [[li, false], [namesake, true]].sort(), []])
    assert.ok(!found?.people.some(({ sid }) => sid === left))
    const link = (links: { inventor_sid: string; user_sid: string }[], ctx = t.ctx) => act(ctx, linkInventors, { links })
    const seeing = workAs(t.ctx.tenant, { sid: li }, [{ model: 'inventor', verbs: ['get', 'search'], scope: 'ALL' }])
    assert.ok(await refused(link([{ inventor_sid: one, user_sid: li }], seeing)), 'who may only see inventors')
    const changing = workAs(t.ctx.tenant, { sid: li }, [{ model: 'inventor', verbs: ['get', 'search'], scope: 'ALL' }, { model: 'inventor', verbs: ['update'], scope: 'CUSTOM', query: `sid = '${other}'` }])
    assert.deepEqual((await act(changing, unlinkedInventors, {})).record.map(({ sid }) => sid), [other], 'what they may change')
    assert.deepEqual((await act(t.ctx, unlinkedInventors, { start: 1 })).record.map(({ sid }) => sid), (await listed()).slice(1).map(({ sid }) => sid))
    const mixed = await link([{ inventor_sid: one, user_sid: namesake }, { inventor_sid: other, user_sid: one }])
    assert.deepEqual([mixed.linked, mixed.failed, mixed.record.map(({ sid, ok }) => [sid, ok])], [1, 1, [[one, true], [other, false]]], 'not a person: the other one is linked')
    assert.match(String(mixed.record[1]?.message), /Person/)
    assert.deepEqual([(await listed()).some(({ sid }) => sid === one), (await t.read('inventor', one)).user_sid], [false, namesake])
    assert.match((await refused(link([{ inventor_sid: one, user_sid: li }]))).words, /linked already/)
  }) // oxfmt-ignore

  test('an invalid resident ID is refused', async () => {
    await t.make('inventor', { name: 'Li', id_no: '1101 0519 4912 3100 2x' })
    assert.match((await refused(t.make('inventor', { name: 'Li', id_no: '110105194912310021' }))).words, /X/)
    assert.ok(await refused(t.make('inventor', { name: 'Li', nationality: 'CN', id_no: '110105194902300020' })))
    await t.make('inventor', { name: 'Smith', nationality: 'US', id_no: 'P1234567' })
    assert.ok(await refused(t.make('applicant', { name: 'Zhang', applicant_kind: 'PERSON', id_type: 'ID_CARD', id_no: '110105194912310021' })))
    assert.ok(await refused(t.make('inventor', { name: 'Smith', nationality: 'US', id_no: '!!!' })))
    const abroad = await t.make('inventor', { name: 'Wang', nationality: 'US', id_no: '110105194912310021' })
    assert.ok(await refused(t.change('inventor', abroad, { nationality: 'CN' })))
  })

  for (const [model, values, kept] of [
    ['user_info', { name: 'A', id_type: 'PASSPORT', id_no: 'E1234 5678' }, 'E12345678'],
    ['user_info', { name: 'A', id_type: 'HOME_RETURN', id_no: 'h 12345678' }, 'H12345678'],
    ['user_info', { name: 'A', id_type: 'PASSPORT', id_no: 'E12345-678' }, undefined],
    ['user_info', { name: 'A', id_no: '!!!' }, undefined],
    ['user_info', { name: 'A', id_no: 'A123456(7)' }, 'A123456(7)'],
    ['inventor', { name: 'A', nationality: 'US', id_no: 'P1234 567' }, 'P1234567'],
    ['inventor', { name: 'A', id_no: '---' }, undefined],
    ['applicant', { name: 'Passport Co', applicant_kind: 'PERSON', id_type: 'PASSPORT', id_no: 'E 1' }, 'E1'],
  ] as const)
    test(`[5.05] the number ${values.id_no} of ${model} is ${kept === undefined ? 'refused' : `kept as ${kept}`}`, async () => {
      if (kept === undefined) assert.match((await refused(t.make(model, values))).words, /ID number/)
      else assert.equal((await t.read(model, await t.make(model, values))).id_no, kept)
    })

  for (const [nationality, isTaken] of [
    ['CN', true],
    ['gb', true],
    ['XX', false],
    ['ZZ', false],
    ['C', false],
    ['1A', false],
  ] as const)
    test(`the nationality ${nationality} is ${isTaken ? 'taken' : 'refused'}`, async () => {
      const made = t.make('inventor', { name: 'N', nationality })
      if (isTaken) assert.equal((await t.read('inventor', await made)).nationality, nationality.toUpperCase())
      else assert.match((await refused(made)).words, /Nationality/)
    })

  test('[5.25] a record without a name is refused: the name cannot be empty', async () => {
    for (const model of ['inventor', 'tag', 'company', 'user_info'])
      assert.match((await refused(t.make(model, {}))).words, /name cannot be empty/, model)
    for (const name of ['', '  ', '\u3000', '\u200b', '\u2060\u00ad ', '\u3164'])
      assert.match((await refused(t.make('inventor', { name }))).words, /name cannot be empty/, JSON.stringify(name))
  })
})

describe('agencies', () => {
  test('[5.21] a name has at most 50 characters, a short name 20, others and the remark 255', async () => {
    const long = { agency_name: 'n'.repeat(51), simple_name: 's'.repeat(21), address: 'a'.repeat(256), remark: 'r'.repeat(256) }
    const { refusal } = await refused(t.make('agency', long))
    assert.deepEqual(refusal.errors?.map(({ field }) => field).sort(), ['address', 'agency_name', 'remark', 'simple_name'])
    await t.make('agency', { agency_name: 'n'.repeat(50), simple_name: 's'.repeat(20), address: 'a'.repeat(255), remark: 'r'.repeat(255) })
  })

  test('names are unique', async () => {
    await t.make('agency', { agency_name: 'Clear IP' })
    assert.match((await refused(t.make('agency', { agency_name: 'clear ip' }))).words, /already used/)
  })

  test('invalidating an agency first lists its running cases, then closes its accounts', async () => {
    const company = await t.make('company', { company_name: 'Innoe' })
    const owner = await t.make('user_info', { name: 'Wang', company_sid: company })
    const agency = await t.make('agency', { agency_name: 'Ending', account_open: true })
    const person = await t.make('user_info', { name: 'Agent', person_type: 'AGENCY', agency_sid: agency, company_sid: company })
    const account = await t.make('user', { account: 'agent1', user_info_sid: person, platform: '2', company_sid: company })
    const patent = (more: object) =>
      t.make('patent', { title: 'T', patent_type: 'INVENTION', country: 'CN', owner_sid: owner, company_sid: company, agency_sid: agency, ...more })
    const running = await patent({})
    await patent({ status: CLOSED[0] })
    const asked = await act(t.ctx, invalidateAgency, { sid: agency })
    assert.deepEqual([asked.done, asked.cases.record.map(({ sid }) => sid), asked.accounts.map((row) => row.account)], [false, [running], ['agent1']])
    assert.equal((await t.read('user', account)).status, 'OPEN')
    assert.equal((await act(t.ctx, invalidateAgency, { sid: agency, confirm: true })).done, true)
    assert.equal((await t.read('user', account)).status, 'CLOSED')
    const row = await t.read('agency', agency)
    assert.deepEqual([row.valid, row.account_open], [false, false])
    assert.match((await refused(t.change('agency', agency, { account_open: true }))).words, /not valid/)
    assert.match((await refused(patent({}))).words, /no longer valid/)
  })
})

describe('technical nodes', () => {
  const node = (code: string, parent_sid?: string) => t.make('tech_node', { code, name: code, parent_sid })

  test('path and level stay correct, also below a moved node', async () => {
    const [a, b] = [await node('A'), await node('B')]
    const a1 = await node('A1', a)
    const a11 = await node('A11', a1)
    assert.deepEqual([(await t.read('tech_node', a11)).path, (await t.read('tech_node', a11)).level], ['A/A1/A11', 3])
    await t.change('tech_node', a1, { parent_sid: b })
    assert.deepEqual([(await t.read('tech_node', a11)).path, (await t.read('tech_node', a11)).level], ['B/A1/A11', 3])
    await t.change('tech_node', b, { code: 'BB' })
    assert.equal((await t.read('tech_node', a11)).path, 'BB/A1/A11')
    assert.match((await refused(t.change('tech_node', b, { parent_sid: a11 }))).words, /one below it/)
    assert.match((await refused(t.change('tech_node', b, { parent_sid: b }))).words, /one below it/)
    assert.match((await refused(node('a1', b))).words, /same level/)
    assert.match((await refused(node('A'))).words, /same level/)
    await node('A1', a)
  })

  test('a tree has at most eight levels, including the descendants of a moved node', async () => {
    let sid = await node('L1')
    const top = sid
    for (let level = 2; level <= 8; level++) sid = await node(`L${level}`, sid)
    assert.match((await refused(node('L9', sid))).words, /8 levels, not 9/)
    const other = await node('M')
    assert.match((await refused(t.change('tech_node', top, { parent_sid: other }))).words, /8 levels, not 9/)
  })
})
