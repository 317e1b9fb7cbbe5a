import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FILE_KINDS, kindOf } from './file-kinds.ts'

for (const kind of 'csv doc dwg gif jpg mp3 mp4 pdf png ppt rar tif txt wav xls zip'.split(' ')) {
  test(`[1.13] a .${kind} file has its own icon`, () => assert.equal(kindOf(`说明书.v2.${kind.toUpperCase()}`), kind))
}

test('[1.13] any other file has the default icon', () => {
  assert.deepEqual(['a', 'a.exe', 'constructor.constructor', ''].map(kindOf), ['default', 'default', 'default', 'default'])
  assert.equal(Object.keys(FILE_KINDS).length, 17)
})

test('[1.13] newer office files have the icon of their family', () => {
  assert.deepEqual(['a.docx', 'a.xlsx', 'a.pptx', 'a.jpeg', 'a.tiff'].map(kindOf), ['doc', 'xls', 'ppt', 'jpg', 'tif'])
})
