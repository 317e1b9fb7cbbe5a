import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeNotice, makeSbom } from './shipped-packages.ts'

// Writes the list of what is shipped as CycloneDX, and the licences of it: `node bin/sbom.ts [folder]`.
const folder = resolve(process.argv[2] ?? 'dist')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'innoe.cdx.json'), `${JSON.stringify(makeSbom(), null, 2)}\n`)
writeFileSync(join(folder, 'NOTICE'), makeNotice())
console.log(`${folder}: innoe.cdx.json, NOTICE`)
