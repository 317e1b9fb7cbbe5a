import { startJobs } from '../../server/jobs/start.ts'
import { openServer } from '../../server/open.ts'
import { readConfig } from '../../server/config.ts'

// A process that only runs jobs, to be killed by a test; the environment says over which database and storage.
const config = readConfig()
const server = await openServer(config, config.databaseUrl ?? '')
await startJobs(server)
console.log('ready')
