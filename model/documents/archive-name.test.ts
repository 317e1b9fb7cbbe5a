import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveName, cutName, freeName, receiptName, safeName } from './archive-name.ts'

const bytesOf = (text: string) => Buffer.byteLength(text)

for (const [parts, name] of [
  [
    { case_no: 'P202600045CNI', type: '第一次审查意见通知书', issue_date: '2026-03-16', ext: 'pdf' },
    'P202600045CNI_第一次审查意见通知书_20260316.pdf',
  ],
  [{ case_no: 'P202600045CNI', type: '专利证书', issue_date: null, ext: 'pdf' }, 'P202600045CNI_专利证书.pdf'],
  [{ case_no: 'PCT/CN2024/098765', type: 'ISR', issue_date: '2025-01-02', ext: 'pdf', connector: 'HYPHEN' }, 'PCT-CN2024-098765-ISR-20250102.pdf'],
  [{ case_no: 'A', type: 'b<c>:"d"', issue_date: null, ext: '' }, 'A_b_c___d_'],
] as const)
  test(`[5.24] an official document is filed as ${name}`, () => assert.equal(archiveName(parts), name))

test('[5.24] a long document type is truncated, the extension never', () => {
  const name = archiveName({ case_no: 'P1', type: '长'.repeat(400), issue_date: '2026-03-16', ext: 'pdf' })
  assert.ok(bytesOf(name) > 252 && bytesOf(name) <= 255)
  assert.match(name, /^P1_长+_20260316\.pdf$/)
})

for (const [said, name] of [
  ['a whole name', cutName(`${'长'.repeat(100)}.pdf`)],
  ['a name whose characters have four bytes', cutName(`${'😀'.repeat(70)}.docx`)],
  ['a long case number', archiveName({ case_no: '号'.repeat(90), type: '证书', issue_date: '2026-03-16', ext: 'pdf' })],
  ['the second of a long name', freeName(`${'长'.repeat(83)}.pdf`, new Set([`${'长'.repeat(83)}.pdf`]))],
] as const)
  test(`[5.24] file systems hold ${said}: at most 255 bytes, whole characters, with its extension`, () => {
    assert.ok(bytesOf(name) <= 255, `${bytesOf(name)} bytes`)
    assert.ok(name.isWellFormed())
    assert.match(name, /\.(pdf|docx)$/)
  })

test('a second document with the same name gets a number', () => {
  assert.equal(freeName('a.pdf', new Set(['a.pdf', 'a(2).pdf'])), 'a(3).pdf')
  assert.equal(freeName('b.pdf', new Set(['a.pdf'])), 'b.pdf')
})

test('names that only differ by case are one file to Windows and macOS', () =>
  assert.equal(
    freeName('A.pdf', new Set(['a.pdf']), (name) => name.toLowerCase()),
    'A(2).pdf',
  ))

for (const [given, kept] of [
  ['CON.pdf', '_CON.pdf'],
  ['nul', '_nul'],
  ['COM1.tar.gz', '_COM1.tar.gz'],
  ['console.pdf', 'console.pdf'],
  ['一种方法. ', '一种方法'],
  ['...', '_'],
] as const)
  test(`Windows can hold “${given}” as “${kept}”`, () => assert.equal(safeName(given), kept))

test('no file name leads outside its folder', () => assert.equal(safeName('../..\\etc/passwd\u0000'), '__.._etc_passwd_'))

for (const [parts, name] of [
  [{ case_no: 'P202600045CNI', fee: '第6年年费', voucher: '收据', ext: 'pdf' }, 'P202600045CNI_第6年年费_收据.pdf'],
  [{ case_no: 'P202600045CNI', fee: '第6年年费', voucher: '发票', ext: 'ofd', connector: 'SPACE' }, 'P202600045CNI 第6年年费 发票.ofd'],
  [{ case_no: '', fee: 'Fee a/b', voucher: 'Receipt', ext: 'pdf' }, 'Fee a_b_Receipt.pdf'],
] as const)
  test(`[5.24] a receipt is filed as ${name}`, () => assert.equal(receiptName(parts), name))

test('[5.24] the long name of a fee is cut, neither receipt nor extension', () => {
  const name = receiptName({ case_no: 'P1', fee: '长'.repeat(400), voucher: '收据', ext: 'pdf' })
  assert.match(name, /^P1_长+_收据\.pdf$/)
  assert.ok(bytesOf(name) > 252 && bytesOf(name) <= 255)
})
