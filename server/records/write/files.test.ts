import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personAsked } from '../../../tests/harness/entered.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { app, tenant, call, enrol } = await testServer()
const asked = await personAsked(tenant)
const admin = await enrol('system_admin')

/** The smallest picture, followed by the given number of bytes. */
const png = (bytes: number) =>
  Buffer.concat([
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64'),
    Buffer.alloc(bytes),
  ])

async function uploaded(name: string, content: Buffer): Promise<string> {
  const boundary = 'between-the-parts'
  const payload = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = { host: 'localhost', authorization: `Bearer ${admin.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const response = await app.inject({ method: 'POST', url: '/innoe-webapi/model/document/do/upload', headers, payload })
  return String(response.json().data.sid)
}

const avatarOf = (sid: string, name = 'face.png') =>
  call('user_info/do/create', asked({ name: '某人', avatar: [{ sid, name, size: 10 }] }), { as: admin, lang: 'en' })

test('[5.14] a picture is PNG of up to 200 KB, regardless of its name and the stated type', async () => {
  assert.equal((await avatarOf(await uploaded('face.png', png(1000)))).code, 0)
  const large = await avatarOf(await uploaded('face.png', png(204_800)))
  assert.deepEqual([large.code, large.errors[0]?.field], [500001, 'avatar'])
  assert.match(large.errors[0]?.reason ?? '', /must not be larger than 200 KB/)
  const other = await avatarOf(await uploaded('face.txt', Buffer.from('no picture')))
  assert.match(other.errors[0]?.reason ?? '', /must be png/)
})

test('a file that was never uploaded, or is not visible, cannot be attached', async () => {
  const missing = await avatarOf('01a1fe26-f670-7a56-92d2-921774514731')
  assert.match(missing.errors[0]?.reason ?? '', /refers to a Document that does not exist/)
  const away = (await call<{ sid: string }>('company/do/create', { country: 'SG', company_name: '外公司' }, { as: admin })).data.sid
  const stranger = await enrol('ip_engineer', { company_sid: away, department_sid: null })
  const picture = await uploaded('view.png', png(10))
  const body = { title: '案', country: 'CN', patent_type: 'DESIGN', design_pictures: [{ sid: picture, name: 'view.png' }] }
  assert.equal((await call('patent/do/create', body, { as: stranger })).errors[0]?.field, 'design_pictures')
  const made = await call<{ sid: string; design_pictures: unknown[] }>('patent/do/create', body, { as: admin })
  assert.equal(made.data.design_pictures.length, 1)
  await tenant.db.updateTable('document').set({ deleted_at: new Date().toISOString() }).where('sid', '=', picture).execute()
  const again = await call('patent/do/update', { sid: made.data.sid, title: '改', design_pictures: made.data.design_pictures }, { as: admin })
  assert.equal(again.code, 0, 'what is attached already is not asked about again')
})

test('[5.17] an application takes at most 50 proofs of the deposit of biological material', async () => {
  const proof = await uploaded('proof.png', png(10))
  const proofs = (count: number) => Array.from({ length: count }, () => ({ sid: proof, name: 'proof.png' }))
  const body = { title: '案', country: 'CN', patent_type: 'INVENTION' }
  const full = await call<{ sid: string }>('patent/do/create', { ...body, deposit_proofs: proofs(50) }, { as: admin })
  assert.equal(full.code, 0, full.text)
  const more = await call('patent/do/update', { sid: full.data.sid, deposit_proofs: proofs(51) }, { as: admin })
  assert.deepEqual([more.code, more.errors[0]?.field], [500001, 'deposit_proofs'])
  assert.match(more.errors[0]?.reason ?? '', /50/)
})

test('[3.01] a company’s credit code has a valid check character', async () => {
  const wrong = await call('company/do/create', { country: 'SG', company_name: '甲公司', uscc: '914403001922038217' }, { as: admin })
  assert.deepEqual([wrong.code, wrong.errors[0]?.field], [500001, 'uscc'])
  assert.equal((await call('company/do/create', { country: 'SG', company_name: '甲公司', uscc: '914403001922038216' }, { as: admin })).code, 0)
})
