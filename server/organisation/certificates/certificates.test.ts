import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CURVE_PFX, newPfx, SLOW_PFX } from '../../../tests/harness/pfx.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { dayIn } from '../../../model/kit/days/day-text.ts'
import { presentDay, systemContext } from '../../records/context.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const engineer = await enrol('ip_engineer')
const owner = await enrol('ip_engineer', { name: '虚构负责人' })

const values = { name: '虚构证书', usage: 'CNIPA', owner_sid: owner.sid, password: 'Test1' }
const make = (more: Record<string, unknown>, as = admin) =>
  call<Record<string, unknown>>('digital_certificate/do/create', { ...values, ...more }, { as, lang: 'en' })
const nightly = async () => {
  for (const [name, run] of tenant.modules.nightly) if (name === 'certificates') await run(systemContext(tenant))
}
const day = (offset: number) => `${Temporal.PlainDate.from(presentDay()).add({ days: offset })}`

test('[5.16] a certificate is read from its .pfx file; the file and its password are encrypted and never given back', async () => {
  const file = newPfx()
  const { code, text, data } = await make({ file })
  assert.equal(code, 0, text)
  const { data: shown, text: answer } = await call<Record<string, unknown>>(`digital_certificate/${String(data.sid)}`, undefined, { as: admin })
  assert.deepEqual([shown.subject, shown.serial_no], ['CN=Fictional Agent, O=Fictional Harbour Ltd', '01AB'])
  assert.ok([day(399), day(400), day(401)].includes(String(shown.valid_to)), String(shown.valid_to))
  assert.deepEqual([shown.file, shown.password], [{ is_set: true }, { is_set: true }])
  assert.ok(!answer.includes(file.slice(0, 40)))
  const stored = await tenant.db
    .selectFrom('digital_certificate')
    .select(['file', 'password'])
    .where('sid', '=', String(data.sid))
    .executeTakeFirstOrThrow()
  assert.ok(!String(stored.file).includes(file.slice(0, 40)) && stored.password !== 'Test1')
  const logged = JSON.stringify(await tenant.db.selectFrom('change_log').selectAll().where('record_sid', '=', String(data.sid)).execute())
  assert.ok(!logged.includes(file.slice(0, 40)) && !logged.includes('Test1'))
})

test('[5.16] a certificate with a key on an elliptic curve is read, too', async () => {
  const { code, text, data } = await make({ file: CURVE_PFX })
  assert.equal(code, 0, text)
  const { data: shown } = await call<Record<string, unknown>>(`digital_certificate/${String(data.sid)}`, undefined, { as: admin })
  assert.equal(shown.subject, 'CN=EC, O=虚构科技有限公司, C=CN')
})

for (const [what, more, field, reason] of [
  ['a wrong password', { file: newPfx(), password: 'other' }, 'password', 'does not open the certificate file'],
  ['a password of other characters', { file: newPfx(), password: '密码' }, 'password', 'may only contain Latin letters, digits and symbols'],
  ['a text', { file: Buffer.from('no certificate').toString('base64') }, 'file', 'must be a .pfx file that can be read'],
  ['what is not base64', { file: '<script>' }, 'file', 'must be a .pfx file that can be read'],
  ['a file that would be computed for minutes', { file: SLOW_PFX }, 'file', 'must be a .pfx file that can be read'],
  ['a file without a private key', { file: newPfx({ withKey: false }) }, 'file', 'has no private key: export the .pfx file with its private key'],
  [
    'a certificate that has ended',
    { file: newPfx({ days: -3 }) },
    'file',
    `ended on ${Temporal.PlainDate.from(day(-3)).toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })}`,
  ],
] as const)
  test(`[5.16] ${what} is refused with its field and the rule`, async () => {
    const { errors, status } = await make(more)
    assert.equal(status, 400)
    assert.deepEqual([errors[0]?.field, errors[0]?.reason], [field, reason])
  })

test('who keeps no certificates neither makes nor sees one', async () => {
  assert.equal((await make({ file: newPfx() }, engineer)).status, 403)
  assert.equal((await call('digital_certificate/do/search', {}, { as: engineer })).status, 403)
})

test('the person responsible is warned 30, 7 and 1 days before the end, once each, and of no revoked certificate', async () => {
  const { data } = await make({ file: newPfx({ days: 200 }) })
  const sid = String(data.sid)
  const warned = async (offset: number) => {
    await tenant.db
      .updateTable('digital_certificate')
      .set({ valid_to: day(offset) })
      .where('sid', '=', sid)
      .execute()
    await nightly()
    const rows = await tenant.db.selectFrom('notification').select(['title_en', 'level']).where('user_sid', '=', owner.sid).execute()
    await tenant.db.deleteFrom('notification').where('user_sid', '=', owner.sid).execute()
    return rows.map(({ title_en, level }) => `${level} ${title_en}`)
  }
  assert.deepEqual(await warned(31), [])
  assert.deepEqual(await warned(30), [`SOON The digital certificate “虚构证书” ends in 30 days (${dayIn(day(30), 'en')})`])
  assert.deepEqual(await warned(29), [])
  assert.equal((await warned(5)).length, 1, 'a night that was missed is made up for')
  assert.equal((await warned(1)).length, 1)
  assert.deepEqual(await warned(0), [])
  assert.equal((await call('digital_certificate/do/update', { sid, revoked_on: presentDay() }, { as: admin })).code, 0)
  await tenant.db.updateTable('digital_certificate').set({ warned_days: null }).where('sid', '=', sid).execute()
  assert.deepEqual(await warned(7), [])
})

test('a renewed file begins the warnings anew', async () => {
  const { data } = await make({ file: newPfx({ days: 20 }) })
  const sid = String(data.sid)
  await nightly()
  const warned = () => tenant.db.selectFrom('digital_certificate').select('warned_days').where('sid', '=', sid).executeTakeFirstOrThrow()
  assert.equal((await warned()).warned_days, 30)
  const renewed = await call('digital_certificate/do/update', { sid, file: newPfx({ password: 'Next2' }), password: 'Next2' }, { as: admin })
  assert.equal(renewed.code, 0, renewed.text)
  assert.equal((await warned()).warned_days, null)
})
