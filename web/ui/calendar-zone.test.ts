import assert from 'node:assert/strict'
import { test } from 'node:test'
import dayjs from 'dayjs'
import { todayIn } from '../../model/kit/days/clock.ts'
import { markTodayIn } from './calendar-zone.ts'

// These are a day apart at every moment.
for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12'])
  test(`calendars, which ask for tz(), have the day of ${zone} as today`, () => {
    markTodayIn(zone)
    assert.equal(dayjs().tz().format('YYYY-MM-DD'), todayIn(zone))
  })
