// The test runner follows every promise to the test that made it, which takes a seventh of the time of all tests. All that it
// gains is the name of a test in the report of an error that nothing caught, and such an error fails the run without it.
import { createRequire } from 'node:module'

const hooks = createRequire(import.meta.url)('node:async_hooks') as { createHook: () => unknown } // its one function that is replaced
const none = { enable: () => none, disable: () => none }
hooks.createHook = () => none
