import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMailbox } from '../../../tests/harness/mail/mailbox.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const mailbox = await openMailbox()
await call('/innoe-webapi/setting/mail/do/update', mailbox.settings, { as: admin })
await call('/innoe-webapi/setting/sign_in/do/update', { mail_code: true }, { as: admin })

const send = (email: string) => call('/innoe-passport/send_code', { email }, { lang: 'en' })
const byMail = (email: string, code: string) =>
  call<{ token: string; account: string }>('/innoe-passport/login_email', { email, code }, { lang: 'en' })
const works = async (as: string) => (await call('patent/do/count', {}, { as })).code === 0

/** The letter with this subject, once it has come. */
async function letter(to: string, subject: RegExp) {
  for (;;) {
    const found = mailbox.receivedBy(to).filter((one) => subject.test(one.subject))
    if (found[0]) return { ...found[0], count: found.length }
    await new Promise((resume) => setTimeout(resume, 50))
  }
}

test('of two accounts with one address each gets a code of its own beside its name in one message, and is signed in with it', async () => {
  const one = await enrol('ip_engineer', { email: 'shared@reader.test' })
  const other = await enrol('dept_leader', { email: 'Shared@reader.test' })
  const asked = await send('shared@reader.test')
  assert.deepEqual(asked.data, (await send('nobody@reader.test')).data, 'no answer tells that there are several')
  const { text, count } = await letter('shared@reader.test', /^Sign-in codes of several accounts$/)
  assert.equal(count, 1)
  const codeOf = (who: Person) => new RegExp(`^${who.account}: (\\d{8})$`, 'm').exec(text)?.[1] ?? ''
  const wrong = String((Number(codeOf(one)) + 2) % 100_000_000).padStart(8, '0')
  assert.equal((await byMail('shared@reader.test', wrong)).code, 30123)
  for (const who of [other, one]) {
    const { data } = await byMail('shared@reader.test', codeOf(who))
    assert.deepEqual([data.account, await works(data.token)], [who.account, true])
    assert.equal((await byMail('shared@reader.test', codeOf(who))).code, 30123, 'a code works once')
  }
})

test('a wrong code counts for each account of the address, and locks them together', async () => {
  const people = [await enrol('ip_engineer', { email: 'guessed@reader.test' }), await enrol('ip_engineer', { email: 'guessed@reader.test' })]
  for (let turn = 0; turn < 5; turn++) assert.equal((await byMail('guessed@reader.test', '00000000')).code, 30123)
  const users = await tenant.db.selectFrom('user').select('sid').where('user_info_sid', 'in', people.map(({ sid }) => sid)).execute() // oxfmt-ignore
  const locks = await tenant.db.selectFrom('attempt').select('key').where('key', 'in', users.map(({ sid }) => `locked ${sid} EMAIL 127.0.0.1`)).execute() // oxfmt-ignore
  assert.equal(locks.length, 2)
  const lockedOf = async (code: string) => (await byMail('guessed@reader.test', code)).code
  assert.equal(await lockedOf('00000000'), await lockedOf('00000001'), 'whichever account the code would be of')
})

test('of accounts with one address, those of people who have left get no code, and the one that is left has the address alone', async () => {
  const stays = await enrol('ip_engineer', { email: 'again@reader.test' })
  const left = await enrol('ip_engineer', { email: 'again@reader.test' })
  await tenant.db.updateTable('user_info').set({ person_status: 'RESIGNED' }).where('sid', '=', left.sid).execute()
  await send('again@reader.test')
  const { subject } = await letter('again@reader.test', /^Sign-in code \d{6}$/)
  assert.equal((await byMail('again@reader.test', subject.slice(-6))).data.account, stays.account)
})

test('an address of more than ten accounts gets no code', async () => {
  for (let at = 0; at < 11; at++) await enrol('ip_engineer', { email: 'office@reader.test' })
  assert.equal((await send('office@reader.test')).code, 0)
  await new Promise((resume) => setTimeout(resume, 300))
  assert.equal(mailbox.receivedBy('office@reader.test').filter(({ subject }) => subject.startsWith('Sign-in code')).length, 0)
})
