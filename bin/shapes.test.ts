import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SHAPES_FILE, shapesText } from './shapes.ts'

const fresh = shapesText()

test('the shapes of structured facts are those of their types; node bin/shapes.ts writes them afresh', () => {
  assert.ok(readFileSync(SHAPES_FILE, 'utf8') === fresh, 'run node bin/shapes.ts')
})

test('a type is written as what it says: choices, null, optional values, lists, records of values', () => {
  const { fields, schemas } = JSON.parse(fresh)
  assert.deepEqual(fields['deadline_rule.preview answer.fees'], { type: 'array', items: { $ref: '#/components/schemas/FeeShift' } })
  const { properties, required } = schemas.FeeShift
  assert.deepEqual(properties.what, { type: 'string', enum: ['CLOSED', 'MOVED'] })
  assert.deepEqual(properties.due_from, { type: ['string', 'null'] })
  assert.ok(required.includes('due_from'))
  assert.equal(schemas.AttachedFile.required.includes('picture'), false)
  assert.deepEqual(fields['user_info.handover answer.items'], { type: 'object', additionalProperties: { type: 'number' } })
})
