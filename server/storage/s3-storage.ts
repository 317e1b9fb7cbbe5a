import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, NotFound, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Readable } from 'node:stream'
import type { Kept, Storage } from './storage.ts'

/** `s3://bucket/prefix?region=…&endpoint=…`; who we are comes from the environment as AWS's own tools read it. */
export function openS3(url: string): Storage {
  const { host: bucket, pathname, searchParams } = new URL(url)
  const prefix = pathname.replace(/^\/|\/$/g, '')
  const endpoint = searchParams.get('endpoint')
  const client = new S3Client({ region: searchParams.get('region') ?? 'us-east-1', ...(endpoint && { endpoint, forcePathStyle: true }) })
  const at = (key: string) => ({ Bucket: bucket, Key: prefix ? `${prefix}/${key}` : key })
  return {
    async put(key, content, contentType) {
      await new Upload({ client, params: { ...at(key), Body: content, ContentType: contentType }, queueSize: 2 }).done()
    },
    async get(key, range) {
      const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }))
      if (Body instanceof Readable) return Body
      throw new Error('the storage answered without a body')
    },
    async size(key) {
      try {
        return (await client.send(new HeadObjectCommand(at(key)))).ContentLength
      } catch (error) {
        if (error instanceof NotFound) return undefined
        throw error
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    async list(folder) {
      const { Bucket, Key } = at(`${folder}/`)
      const found: Kept[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: Key }))
        for (const { Key: name = '', LastModified } of Contents)
          found.push({ key: name.slice(prefix ? prefix.length + 1 : 0), at: LastModified ?? new Date() })
      return found
    },
  }
}
