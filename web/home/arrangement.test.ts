import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cloneLayout, verticalCompactor } from 'react-grid-layout/core'
import { COLUMNS } from '../../model/portal/layout.ts'
import { sizeOf, usualOf } from '../../model/portal/usual.ts'
import { HOME_KINDS, homeKindOf, NEEDS, offered, type Tasks, widgetNamed, WIDGETS } from '../../model/portal/widgets.ts'
import { arrangementOf, closedUp, MAX_QUICK, stacked, stepped, STEPS, withWidget } from './arrangement.ts'

const usual = () => usualOf('engineer')

test('a stored arrangement is shown unchanged', () => {
  const kept = { places: [{ i: 'fees', x: 0, y: 0, w: 6, h: 5 }], quick: ['patents'] }
  assert.deepEqual(arrangementOf(kept, usual()), kept)
})

test('invalid entries are left out, and an empty arrangement gives the default', () => {
  assert.deepEqual(arrangementOf({ places: [{ i: 'gone' }, null, 7] }, usual()).places, usual())
  assert.deepEqual(arrangementOf('broken', usual()), { places: usual(), quick: [] })
  assert.deepEqual(arrangementOf({ places: [{ i: 'fees', x: 99, y: -4, w: 99, h: 'tall' }] }, usual()).places, [
    { i: 'fees', x: 0, y: 0, w: 12, h: 3 },
  ])
})

test('a widget occurs only once', () => {
  const twice = { i: 'fees', x: 0, y: 0, w: 4, h: 4 }
  assert.equal(arrangementOf({ places: [twice, twice] }, usual()).places.length, 1)
  assert.equal(withWidget(usual(), 'grace', sizeOf('grace')).length, usual().length)
  assert.equal(withWidget(usual(), 'jobs', sizeOf('jobs')).length, usual().length + 1)
})

test('[5.19] quick entries are at most 6', () => {
  assert.equal(arrangementOf({ quick: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] }, usual()).quick.length, MAX_QUICK)
})

test('on a narrow screen nothing overlaps', () => {
  const places = stacked(usual())
  for (const [at, place] of places.entries())
    assert.equal(
      place.y,
      places.slice(0, at).reduce((sum, { h }) => sum + h, 0),
    )
})

for (const kind of HOME_KINDS)
  test(`widgets close the gaps of hidden ones exactly like the arranging grid: ${kind}`, () => {
    const usual = usualOf(kind)
    assert.deepEqual(closedUp(usual), usual)
    fc.assert(
      fc.property(fc.subarray(usual), (left) => {
        const expected = verticalCompactor.compact(cloneLayout(left), COLUMNS)
        assert.deepEqual(
          closedUp(left).map(({ i, x, y, w, h }) => [i, x, y, w, h]),
          expected.map(({ i, x, y, w, h }) => [i, x, y, w, h]),
        )
      }),
    )
  })

test('every widget declares its required permission', () => assert.deepEqual(Object.keys(NEEDS).sort(), [...WIDGETS].sort()))

test('a user who removed every widget gets none, not the default ones', () => {
  assert.deepEqual(arrangementOf({ places: [] }, usual()).places, [])
})

for (const step of STEPS)
  test(`a widget moved ${step} by the keyboard stays on the grid and causes no new overlap`, () => {
    for (const { i } of usual()) {
      const places = stepped(usual(), i, step)
      assert.equal(places.length, usual().length)
      for (const { x, y, w, h } of places) assert.ok(x >= 0 && y >= 0 && w >= 2 && h >= 3 && x + w <= 12)
    }
  })

test('up and down swap a widget with its neighbour', () => {
  const places = [
    { i: 'fees', x: 0, y: 0, w: 6, h: 3 },
    { i: 'jobs', x: 0, y: 3, w: 6, h: 5 },
  ] as const
  const turned = [
    { i: 'fees', x: 0, y: 5, w: 6, h: 3 },
    { i: 'jobs', x: 0, y: 0, w: 6, h: 5 },
  ]
  assert.deepEqual(stepped(places, 'jobs', 'up'), turned)
  assert.deepEqual(stepped(places, 'fees', 'down'), turned)
  assert.deepEqual(stepped(places, 'fees', 'up'), places)
})

for (const kind of HOME_KINDS)
  test(`the default widgets of the ${kind} fit the grid, do not overlap, and are allowed`, () => {
    const places = usualOf(kind)
    for (const place of places) {
      const widget = widgetNamed(place.i)
      assert.ok(widget && offered(kind, widget))
      assert.ok(place.x + place.w <= 12)
      const over = places.filter(
        (one) => one !== place && one.x < place.x + place.w && place.x < one.x + one.w && one.y < place.y + place.h && place.y < one.y + one.h,
      )
      assert.deepEqual(over, [])
    }
  })

test('an inventor is offered no law or fee widgets', () => {
  assert.deepEqual(
    WIDGETS.filter((widget) => offered('inventor', widget)),
    ['mine', 'quick', 'recent', 'asked', 'documents', 'approvals', 'award', 'tasks'],
  )
})

test('somebody with tasks alone has them on the home page of an inventor', () => {
  const withoutCases = usualOf('inventor').filter(({ i }) => widgetNamed(i) && ['task', null].includes(NEEDS[i as keyof typeof NEEDS])) // just asked
  assert.deepEqual(withoutCases.map(({ i }) => i), ['tasks', 'quick']) // oxfmt-ignore
})

test('the client widget is offered to agencies only, and the own-cases widget only to people with own cases', () => {
  assert.deepEqual(HOME_KINDS.filter((kind) => offered(kind, 'clients')), ['agency']) // oxfmt-ignore
  assert.deepEqual(HOME_KINDS.filter((kind) => offered(kind, 'mine')), ['leader', 'inventor']) // oxfmt-ignore
})

test('permissions determine the default home page: the broadest task comes first', () => {
  const none: Tasks = { keepsRoles: false, runsChecks: false, opensCases: false, worksOnFees: false, seesDeadlines: false }
  const engineer = { ...none, opensCases: true, worksOnFees: true, seesDeadlines: true }
  assert.equal(homeKindOf(1, { ...engineer, keepsRoles: true, runsChecks: true }), 'administrator')
  assert.equal(homeKindOf(1, { ...engineer, runsChecks: true }), 'manager')
  assert.equal(homeKindOf(1, engineer), 'engineer')
  assert.equal(homeKindOf(1, { ...engineer, opensCases: false }), 'fees')
  assert.equal(homeKindOf(1, { ...none, seesDeadlines: true }), 'leader')
  assert.equal(homeKindOf(1, none), 'inventor')
  assert.equal(homeKindOf(2, engineer), 'agency')
})
