import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf } from './device.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
for (const [agent, expected] of [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 14) ${WEBKIT} Version/4.0 Chrome/120.0 Mobile Safari/537.36 MicroMessenger/8.0.50`, 'WeChat, Android'],
  ['curl/8.5.0', 'Another client'],
  ['', 'Another client'],
] as const)
  test(`“${agent.slice(-40)}” is ${expected}`, () => assert.equal(deviceOf(agent)[1], expected))
