/** Common characters with one reading, for each syllable and tone; a character is read like its neighbours in pinyin order. */
const KNOWN =
  'a阿啊 ai哎哀挨矮爱 an安俺案 ang肮昂盎 ao凹熬袄奥 ba八拔把爸 bai白百拜 ban扳班板办 bang邦绑棒 bao包宝报 bei卑杯北贝 ben奔本笨 beng崩蹦 bi逼鼻比必 bian边扁变 biao标表 bie憋别 bin宾殡 bing冰丙病 bo拨波伯簸 bu卜捕不 ' +
  'ca擦 cai猜才采菜 can参残惨灿 cang仓藏 cao操曹草 ce册测 cen岑 ceng层蹭 cha叉茶岔 chai拆柴 chan掺缠产颤 chang昌常厂唱 chao抄超潮吵 che车扯彻 chen琛尘沉衬 cheng称成逞秤 chi吃迟尺赤 chong充虫宠 chou抽仇丑臭 chu出除楚触 chuai揣踹 chuan川船喘串 chuang窗床闯 chui吹垂 chun春纯蠢 chuo戳绰 ci疵词此次 cong匆聪从 cou凑 cu粗促 cuan窜篡 cui崔催脆 cun村存寸 cuo搓错 ' +
  'da搭达打大 dai呆歹代 dan丹胆但 dang当党荡 dao刀岛到 de得德 deng灯等邓 di低敌底弟 dian掂颠点电 diao刁掉 die爹蝶 ding丁顶定 diu丢 dong东懂动 dou都兜抖豆 du督毒赌杜 duan端短段 dui堆对 dun吨盾 duo多夺朵舵 e讹俄鹅饿 en恩 er儿耳二 ' +
  'fa发罚法 fan帆凡反饭 fang方房访放 fei飞肥匪费 fen分坟粉份 feng丰冯奉 fou否 fu夫福府富 ga嘎 gai该改盖 gan甘敢赣 gang刚港杠 gao皋羔高搞告 ge戈哥格个 gei给 gen根跟 geng庚耕耿 gong工拱贡 gou勾狗够 gu估姑古故 gua瓜寡挂 guai乖拐怪 guan关管灌 guang光广逛 gui归鬼贵 gun滚棍 guo郭锅国果过 ' +
  'ha哈 hai孩海害 han憨寒喊汉 hang杭航 hao毫好号 he喝河贺 hei黑嘿 hen痕很恨 heng亨哼恒 hong轰红宏 hou侯吼后 hu乎呼胡虎户 hua花华化 huai怀坏 huan欢环缓换 huang荒黄谎 hui灰回毁惠 hun昏魂混 huo活火货 ' +
  'ji讥击及挤计 jia加家甲价 jian奸尖简见 jiang江讲匠 jiao交脚叫 jie阶洁姐借 jin今紧近 jing京井竟 jiong窘 jiu纠九旧 ju居局举巨 juan娟捐倦 jue决绝 jun军君俊 ka咖卡 kai开凯 kan刊砍 kang康抗 kao考靠 ke苛坷科可克 ken肯 keng吭坑 kong空孔控 kou抠口扣 ku枯苦库 kua夸跨 kuai块快 kuan宽款 kuang筐狂矿 kui亏葵愧 kun昆捆困 kuo扩阔 ' +
  'la拉喇辣 lai来赖 lan兰懒烂 lang郎狼朗浪 lao捞劳老涝 le勒乐 lei雷垒泪 leng棱冷愣 li哩离李力 lia俩 lian连脸练 liang良两亮 liao辽料 lie列烈 lin拎邻林凛吝 ling伶灵领令 liu溜刘柳 long龙拢 lou娄楼搂漏 lu卢鲁路 luan孪峦卵乱 lun仑伦论 luo罗裸落 lv驴吕律 lve掠略 ' +
  'ma妈麻马骂 mai埋买卖 man蛮满慢 mang忙莽 mao猫毛卯贸 me么 mei没美妹 men门闷 meng萌猛梦 mi弥迷米密 mian眠棉免面 miao苗秒妙 mie灭 min民敏 ming名命 miu谬 mo摸魔抹墨 mou牟谋某 mu母牡木 na拿哪那 nai乃耐 nan男楠 nang囊 nao挠脑闹 ne呢 nei内 nen嫩 neng能 ni尼你腻 nian年捻念 niang娘酿 niao鸟尿 nie捏孽 nin您 ning宁凝 niu妞牛扭 nong农浓 nu奴努怒 nuan暖 nuo挪诺 nv女 nve疟虐 ' +
  'o哦 ou欧偶 pa趴爬怕 pai拍排派 pan潘盘盼 pang庞胖 pao抛袍跑泡 pei胚陪配 pen喷盆 peng抨砰朋捧碰 pi批皮匹屁 pian偏骗 piao飘票 pie瞥 pin拼贫品聘 ping平凭 po坡婆迫 pou剖 pu仆扑葡普瀑 qi七奇起气 qia恰洽 qian千前浅欠 qiang呛羌枪墙抢 qiao悄敲桥巧俏 qie且窃 qin亲秦寝沁 qing青情请庆 qiong穷琼 qiu丘球 qu区渠取去 quan全犬劝 que炔缺却 qun群裙 ' +
  'ran然染 rang嚷让 rao饶绕 re惹热 ren人忍认 reng扔仍 ri日 rong绒容荣冗 rou柔肉 ru如乳入 ruan软阮 rui锐瑞 run润 ruo若弱 sa撒洒萨 sai塞腮赛 san三伞散 sang桑嗓 sao骚扫 se色涩 sen森 seng僧 sha杀沙啥傻 shai筛晒 shan山闪善 shang伤商赏上 shao捎烧勺绍 she奢舌社 shei谁 shen申神审慎 sheng升绳胜 shi尸失时使事 shou收手受 shu书熟鼠树 shua刷耍 shuai衰摔甩帅 shuan拴 shuang双爽 shui水睡 shun吮顺 shuo说硕 si丝司死四 song松耸送 sou搜擞 su苏俗素 suan酸算 sui虽随岁 sun孙损 suo唆娑所锁 ' +
  'ta他塔踏 tai胎台太 tan贪谈坦叹 tang汤糖躺烫 tao涛桃讨套 te特 teng疼腾 ti剔梯题体替 tian天田舔 tiao条跳 tie贴铁 ting厅听停挺 tong通同桶痛 tou偷头透 tu突图土兔 tuan团 tui推腿退 tun吞屯 tuo唾托驼妥 wa挖娃瓦袜 wai歪外 wan弯玩晚万 wang汪王网忘 wei危威围伟位 wen温文稳问 weng翁瓮 wo涡我握 wu乌屋吴五物 ' +
  'xi夕习喜戏 xia虾霞下 xian仙先闲险现 xiang乡香祥想向 xiao宵消小笑 xie些鞋写谢 xin心新信 xing星形醒姓 xiong凶兄雄 xiu休修秀 xu戌须徐许续 xuan轩玄选炫 xue靴学雪 xun勋寻训 ya丫压牙雅亚 yan烟言眼燕 yang央羊养样 yao妖腰摇咬药 ye掖爷也叶 yi一移以易 yin因阴银引印 ying应迎影硬 yo哟 yong佣拥永用 you优油有又 yu淤鱼雨玉 yuan冤元远院 yue约月 yun晕云允运 ' +
  'za杂砸 zai灾宰在 zan咱赞 zang脏葬 zao糟早造 ze则泽 zei贼 zen怎 zeng增赠 zha渣闸眨炸 zhai斋摘宅窄债 zhan沾展站 zhang张掌丈 zhao招找照 zhe遮哲者这 zhen贞针真枕振 zheng争整正 zhi之直纸至 zhong中肿众 zhou州肘宙 zhu朱竹主住 zhua抓 zhuai拽 zhuan专转赚 zhuang妆庄装壮 zhui追坠 zhun准 zhuo拙捉桌浊 zi兹咨紫自 zong宗总纵 zou走奏 zu租足组 zuan钻 zui嘴最 zun尊 zuo昨左作'

const collator = new Intl.Collator('zh-CN-u-co-pinyin')

type Reading = { character: string; syllable: string }
let sorted: readonly Reading[] | undefined

const known = (): readonly Reading[] =>
  (sorted ??= KNOWN.split(' ')
    .flatMap((one) => {
      const [, syllable = '', characters = ''] = /^([a-z]+)(.+)$/u.exec(one) ?? []
      return [...characters].map((character) => ({ character, syllable }))
    })
    .toSorted((one, other) => collator.compare(one.character, other.character)))

/** The usual reading in names, if the order gives another one. */
const IN_NAMES: Readonly<Record<string, string>> = { 长: 'chang', 地: 'di', 厦: 'xia', 佛: 'fo', 茄: 'qie', 了: 'liao', 还: 'hai', 着: 'zhe' }

const heard = new Map<string, string>(Object.entries(IN_NAMES))

/** The reading of a Chinese character without its tone; of a rare one between two syllables, the first of them. */
export function syllableOf(character: string): string {
  const found = heard.get(character) ?? inOrder(character)
  heard.set(character, found)
  return found
}

function inOrder(character: string): string {
  const readings = known()
  let [from, to] = [0, readings.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (collator.compare(readings[middle]?.character ?? '', character) <= 0) from = middle + 1
    else to = middle
  }
  return (readings[from - 1] ?? readings[0])?.syllable ?? ''
}

/** Only for the test: the syllables in pinyin order, one for each run of equal ones. */
export const syllablesInOrder = (): string[] => known().flatMap(({ syllable }, at, all) => (all[at - 1]?.syllable === syllable ? [] : [syllable]))
