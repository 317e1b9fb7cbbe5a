import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

const { app, call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const design = await call<{ sid: string }>('patent/do/create', { title: '椅子', country: 'CN', patent_type: 'DESIGN' }, { as: manager })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)

const jpg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a1f2b' } })
    .withDensity(300)
    .jpeg()
    .toBuffer()

for (const [lang, label, takes, refused, facts] of [
  [
    'zh',
    '外观图片',
    'PNG、JPG、TIF，不超过 16.5×24.5 厘米，每个不超过 30 MB',
    '不能超过 16.5×24.5 厘米',
    '600 × 900 像素 · 300 dpi · 5.08 × 7.62 厘米',
  ],
  [
    'en',
    'Design views',
    'PNG, JPG, TIF; up to 16.5 × 24.5 cm; up to 30 MB each',
    'must not be larger than 16.5 × 24.5 cm',
    '600 × 900 px · 300 dpi · 5.08 × 7.62 cm',
  ],
] as const) {
  test(`[5.15] ${lang}: a design view that is too large is refused at once; a valid one is shown as a thumbnail with its properties`, async () => {
    const { page, complaints, done } = await visit(`/patents/${design.data.sid}/edit`, { lang, as: manager })
    const field = page.getByRole('group', { name: label })
    await field.getByText(takes).waitFor()
    const input = field.locator('input[type=file]')
    await input.setInputFiles({ name: 'wide.jpg', mimeType: 'image/jpeg', buffer: await jpg(3000, 900) })
    const notice = page.locator('.ant-notification-notice', { hasText: refused })
    await notice.waitFor()
    assert.match(await notice.innerText(), new RegExp(`${label}.*wide\\.jpg`, 's'))
    assert.equal(await field.locator('.file-row').count(), 0)
    await input.setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await jpg(600, 900) })
    const row = field.locator('.file-row', { hasText: 'front.jpg' })
    await row.getByText(facts).waitFor()
    await row.getByRole('img', { name: 'front.jpg' }).waitFor()
    assert.deepEqual(await row.locator('.thumbnail img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]), [160, 240])
    const more = ['back.jpg', 'left.jpg', 'top.jpg'].map(async (name) => ({ name, mimeType: 'image/jpeg', buffer: await jpg(300, 300) }))
    await input.setInputFiles(await Promise.all(more))
    for (const name of ['back.jpg', 'left.jpg', 'top.jpg', 'front.jpg']) await field.locator('.file-row', { hasText: name }).waitFor()
    assert.deepEqual(
      complaints.filter((line) => !line.includes('400')),
      [],
    ) // the browser logs the refused upload itself
    await done()
  })
}
