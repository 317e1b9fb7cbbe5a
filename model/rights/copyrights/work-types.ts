import type { Options } from '../../kit/fields.ts'

/** Kinds of work (Copyright Law of China, art. 3; software is registered as such). */
export const WORK_TYPES = {
  WRITTEN: ['文字作品', 'Written work'],
  ORAL: ['口述作品', 'Oral work'],
  MUSIC: ['音乐作品', 'Music'],
  DRAMA: ['戏剧作品', 'Drama'],
  QUYI: ['曲艺作品', 'Quyi'],
  DANCE: ['舞蹈作品', 'Dance'],
  ACROBATIC: ['杂技艺术作品', 'Acrobatics'],
  ART: ['美术作品', 'Fine art'],
  ARCHITECTURE: ['建筑作品', 'Architecture'],
  PHOTO: ['摄影作品', 'Photograph'],
  AUDIOVISUAL: ['视听作品', 'Audiovisual work'],
  DRAWING: ['图形作品', 'Graphic work'],
  MODEL: ['模型作品', 'Model'],
  OTHER: ['其他作品', 'Other'],
} as const satisfies Options

export const CREATION_NATURES = {
  ORIGINAL: ['原创', 'Original'],
  ADAPT: ['改编', 'Adaptation'],
  TRANSLATE: ['翻译', 'Translation'],
  COMPILE: ['汇编', 'Compilation'],
  ANNOTATE: ['注释', 'Annotation'],
  ARRANGE: ['整理', 'Arrangement'],
} as const satisfies Options

export const OWNERSHIPS = {
  SOLE: ['个人作品', 'Of one author'],
  COOP: ['合作作品', 'Joint work'],
  CORPORATE: ['法人作品', 'Work of a legal person'],
  DUTY: ['职务作品', 'Work made for hire'],
  COMMISSION: ['委托作品', 'Commissioned work'],
} as const satisfies Options

/** The rights of an author (Copyright Law of China, art. 10). */
export const RIGHTS = {
  PUBLICATION: ['发表权', 'Publication'],
  ATTRIBUTION: ['署名权', 'Authorship'],
  ALTERATION: ['修改权', 'Alteration'],
  INTEGRITY: ['保护作品完整权', 'Integrity'],
  REPRODUCTION: ['复制权', 'Reproduction'],
  DISTRIBUTION: ['发行权', 'Distribution'],
  RENTAL: ['出租权', 'Rental'],
  EXHIBITION: ['展览权', 'Exhibition'],
  PERFORMANCE: ['表演权', 'Performance'],
  SCREENING: ['放映权', 'Screening'],
  BROADCASTING: ['广播权', 'Broadcasting'],
  NETWORK: ['信息网络传播权', 'Communication over networks'],
  FILMING: ['摄制权', 'Filming'],
  ADAPTATION: ['改编权', 'Adaptation'],
  TRANSLATION: ['翻译权', 'Translation'],
  COMPILATION: ['汇编权', 'Compilation'],
  OTHER: ['其他财产权', 'Other property rights'],
} as const satisfies Options
