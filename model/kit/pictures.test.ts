import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachment } from './fields.ts'
import { fileFault, takesWords, withPrintedSize } from './pictures.ts'

const logo = attachment('图样', 'Logo', {
  picture: { types: ['jpg'], width: { min: 400, max: 1500 }, height: { min: 400, max: 1500 }, dpi: { min: 72, max: 300 } },
})

const fileOf = (width: number, height: number, dpi: number | null) => ({
  ext: 'jpg',
  size: 1,
  type: 'jpg' as const,
  picture: withPrintedSize(width, height, dpi),
})

for (const [width, height, dpi, zh, en] of [
  [400, 1500, 72, undefined, undefined],
  [1500, 400, 300, undefined, undefined],
  [399, 500, 72, '“标.jpg”宽度为 399 像素，不能小于 400 像素', 'must have a width of at least 400 pixels; “标.jpg” has 399 × 500 pixels'],
  [500, 1501, 72, '“标.jpg”高度为 1501 像素，不能大于 1500 像素', 'must have a height of at most 1500 pixels; “标.jpg” has 500 × 1501 pixels'],
  [500, 500, 600, '“标.jpg”分辨率为 600 dpi，应为 72 至 300 dpi', 'must have a resolution of 72 to 300 dpi; “标.jpg” has 600 dpi'],
  [500, 500, 71, '“标.jpg”分辨率为 71 dpi，应为 72 至 300 dpi', 'must have a resolution of 72 to 300 dpi; “标.jpg” has 71 dpi'],
  [500, 500, null, '“标.jpg”未标明分辨率，应为 72 至 300 dpi', 'must have a resolution of 72 to 300 dpi; “标.jpg” states no resolution'],
] as const) {
  test(`a picture of ${width} × ${height} px at ${dpi ?? 'no'} dpi: ${en ?? 'taken'}`, () => {
    assert.deepEqual(fileFault(logo, '标.jpg', fileOf(width, height, dpi)), zh ? [zh, en] : undefined)
  })
}

test('the hint of a field has text in both languages', () => {
  assert.deepEqual(takesWords(logo), [
    'JPG，宽 400 至 1500 像素，高 400 至 1500 像素，分辨率 72 至 300 dpi',
    'JPG; width 400 to 1500 pixels; height 400 to 1500 pixels; resolution 72 to 300 dpi',
  ])
  assert.equal(takesWords(attachment('附件', 'Files')), undefined)
})
