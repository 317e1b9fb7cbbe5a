// Runs the test files that follow in one process. No test begins before all of them are read: what a file prepares before its
// first test would be closed by the end of the tests of another.
import { before } from 'node:test'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const { promise: read, resolve: begin } = Promise.withResolvers<void>()
before(() => read)
for (const file of process.argv.slice(2)) await import(pathToFileURL(resolve(file)).href)
begin()
