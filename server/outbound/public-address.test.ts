import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublic } from './public-address.ts'

for (const address of [
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001:0:1::',
  'localhost',
  '',
  '127.1',
  '0x7f000001',
  '2130706433',
])
  // oxfmt-ignore
  test(`${address} is not public`, () => assert.equal(isPublic(address), false))

for (const address of ['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.0.1', '192.169.0.1', '2606:4700::1', '2a00:1450::1', '240e::1'])
  test(`${address} is public`, () => assert.equal(isPublic(address), true))
