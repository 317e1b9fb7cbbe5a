import assert from 'node:assert/strict'
import { test } from 'node:test'
import { string } from '../kit/fields.ts'
import { defineModel } from '../kit/model.ts'
import { eventFault, isWanted } from './webhook-events.ts'

const thing = defineModel({ zh: '物', name: 'thing', en: 'Thing', display: ['name'], fields: { name: string('名', 'Name') } })
const log = defineModel({ zh: '志', name: 'log', en: 'Log', display: ['name'], no_log: true, fields: { name: string('名', 'Name') } })
const models = new Map([thing, log].map((one) => [one.name, one] as const))

for (const [event, fault] of [
  [{ entity: 'thing', change: 'CREATED' }, undefined],
  [{ entity: 'thing', change: 'ANY' }, undefined],
  [{ entity: 'thing', change: 'constructor' }, 'has no change “constructor” of Thing'],
  [{ entity: 'thing', change: 'step:file' }, 'has no change “step:file” of Thing'],
  [{ entity: 'log', change: 'ANY' }, 'has no record type “log”'],
  [{ entity: 'nothing', change: 'ANY' }, 'has no record type “nothing”'],
  ['thing', 'must name a record type and a change in each entry'],
] as const)
  test(`an event of a webhook is checked: ${JSON.stringify(event)}`, () => assert.equal(eventFault(event, models)?.[1], fault))

for (const [change, happened, wanted] of [
  ['ANY', 'DELETED', true],
  ['UPDATED', 'UPDATED', true],
  ['UPDATED', 'step:file', true],
  ['UPDATED', 'CREATED', false],
  ['step:file', 'step:file', true],
  ['step:file', 'step:grant', false],
  ['step:file', 'UPDATED', false],
] as const)
  test(`who asks for ${change} is told of ${happened}: ${wanted}`, () => assert.equal(isWanted(change, happened), wanted))
