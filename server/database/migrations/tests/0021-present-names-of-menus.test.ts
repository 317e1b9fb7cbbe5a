import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0021-present-names-of-menus.ts'

const { server, tenant } = await testServer()

// A migration names tables and columns as they were, so its handle knows no declarations.
const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
const FORMER = [
  ['notice_intake', '通知书识别（OCR）', 'Patent OCR'],
  ['dealings', '合同与纠纷', 'Contracts and disputes'],
  ['mail_settings', '邮件', 'Mail'],
  ['cms', '公告', 'Announcements'],
] as const

async function names() {
  const codes = FORMER.map(([code]) => code)
  const { rows } = await sql<{ code: string; name: string; name_en: string }>`
    select code, name, name_en from rbac_menu where code = any(${codes}) order by code`.execute(db)
  return rows
}
const rename = (code: string, name: string, name_en: string) =>
  sql`update rbac_menu set name = ${name}, name_en = ${name_en} where code = ${code}`.execute(db)

test('menus with a former name of the product get the present one', async () => {
  const shipped = await names()
  assert.equal(shipped.length, FORMER.length)
  for (const [code, name, name_en] of FORMER) await rename(code, name, name_en)
  await up(db)
  await up(db)
  assert.deepEqual(await names(), shipped)
})

test('a name that an administrator wrote stays, in each language by itself', async () => {
  await rename('notice_intake', '官文收件箱', 'Patent OCR')
  await up(db)
  const renamed = (await names()).find(({ code }) => code === 'notice_intake')
  assert.deepEqual(renamed, { code: 'notice_intake', name: '官文收件箱', name_en: 'Notices received' })
})
