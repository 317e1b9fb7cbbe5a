import { setTimeout as wait } from 'node:timers/promises'

const WINDOW_MS = 5 * 60_000

/** Attempts are counted by five minutes of the clock: waits for the next five where fewer seconds than these are left. */
export async function inOneWindow(seconds = 10) {
  const left = WINDOW_MS - (Date.now() % WINDOW_MS)
  if (left < seconds * 1000) await wait(left + 50)
}
