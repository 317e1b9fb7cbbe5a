// Documents of a case while its approval runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvalServer, level } from '../../tests/harness/cases/approvals.ts'
import { sendFile } from '../../tests/harness/cases/exchange.ts'

const { app, call, admin, starter, first, patent, published, started, act } = await approvalServer()

const pdf = (text: string) => `%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n%${text}\n`
type Filed = { sid: string; document_key: string; is_main: boolean; version_no: number }
const send = async (text: string, fields: Record<string, string>, as = admin) =>
  sendFile(app, { path: 'document/do/upload', token: as.token, file: pdf(text), name: `${text}.pdf`, fields, lang: 'en' })
const filed = async (text: string, fields: Record<string, string>, as = admin) => {
  const answer = await send(text, fields, as)
  assert.equal(answer.code, 0, answer.message)
  return answer.data as unknown as Filed
}
const isHeld = ({ code, message = '' }: { code: number; message?: string }) => {
  assert.equal(code, 500015, message)
  assert.match(message, /is being approved/)
}

test('a document that was there when the approval began is neither replaced, moved nor deleted; others may be added', async () => {
  await published({ levels: [level([first])] })
  const [case_sid, other] = [await patent('甲'), await patent('乙')]
  const old = await filed('draft', { case_sid })
  const elsewhere = await filed('elsewhere', { case_sid: other })
  const approval = await started(case_sid)

  isHeld(await send('exchanged', { case_sid, document_key: old.document_key }))
  isHeld(await call('document/do/move', { sid: old.sid, case_sid: other }, { as: admin, lang: 'en' }))
  isHeld(await call(`document/do/delete/${old.sid}`, {}, { as: admin, lang: 'en' }))
  const added = await filed('added', { case_sid })
  await filed('added again', { case_sid, document_key: added.document_key })
  await filed('of the other case', { case_sid: other, document_key: elsewhere.document_key })

  assert.equal((await act(first, approval, 'agree')).code, 0)
  assert.equal((await filed('after', { case_sid, document_key: old.document_key })).version_no, 2)
})

test('a starter who got the approval back replaces a document of the case', async () => {
  await published({ levels: [level([first])] })
  const case_sid = await patent('丙')
  const old = await filed('draft two', { case_sid }, starter)
  const approval = await started(case_sid)
  assert.equal((await act(first, approval, 'give_back', { opinion: '请更换附图' })).code, 0)
  isHeld(await send('by another', { case_sid, document_key: old.document_key }))
  const answer = await send('mended', { case_sid, document_key: old.document_key }, starter)
  assert.equal(answer.code, 0, answer.message)
})
