/** Which drawing fits a plant: what its name says in English, Chinese or Latin, where the config says nothing. */

/** In this order: a lemon balm is a herb before it is a lemon, a spider plant (吊兰) no orchid. Latin letters match from a word's start. */
const NAMES = [
  ['cactus', /\b(cact|kakt|opuntia|mammillaria)|仙人[掌球柱]|金琥/],
  ['grass', /\b(spider plant|chlorophytum|chive|\w*grass|leek|onion|snake plant|sansevieria|bamboo)|吊[兰蘭]|虎[皮尾]|[韭葱蔥竹]|香茅/],
  [
    'succulent',
    /\b(aloe|succul|agave|echeveria|crassula|jade|sedum|haworthia|kalanchoe|sempervivum|aeonium|string of pearls)|多肉|芦荟|蘆薈|玉[树樹]|石[莲蓮]|景天|十二卷|[龙龍]舌/,
  ],
  ['fern', /\b(\w*fern|farn|nephrolepis|adiantum|asplenium)|蕨/],
  ['rosemary', /\b(rosemar|rosmarin|lavend|lavand|thym)|迷迭香|薰衣草|百里香/],
  [
    'herb',
    /\b(basil|\w*mint|parsley|petersilie|coriander|cilantro|oregano|sage|melissa|dill|lemon balm|lettuce|salad|spinach)|[罗羅]勒|九[层層]塔|薄荷|香菜|芫荽|[欧歐]芹|芹菜|紫[苏蘇]|鼠尾草|生菜|菠菜/,
  ],
  ['palm', /\b(\w*palm|areca|kentia|howea|chamaedorea|dracaena|yucca|cycas)|椰|棕[榈櫚]|散尾|[龙龍]血|[苏蘇][铁鐵]|[铁鐵][树樹]/],
  ['chili', /\b(chill?[ie]|pepper|capsicum|paprika|peperoni|aubergine|eggplant)|[辣彩甜青]椒|茄子/],
  ['tomato', /\b(tomat|strawberr|erdbeer)|番茄|西[红紅]柿|[圣聖]女果|草莓/],
  [
    'tree',
    /\b(\w*tree|lemon|lime|citrus|orange|mandarin|kumquat|olive|ficus|fig|bonsai|apple|pear|cherry|maple)\b|[树樹榕橙柑]|[柠檸]檬|橄[榄欖]|金[桔橘]|桂花|盆景|[苹蘋]果/,
  ],
  [
    'flower',
    /\b(rose|tulip|\w*lil(y|ies)|geranium|pelargon|begonia|violet|viola|hydrangea|\w*flower|daisy|hibiscus|anthurium|petunia|dahlia|jasmin|cyclamen|spathiphyllum)|玫瑰|月季|百合|[郁鬱]金香|天竺葵|海棠|[绣繡]球|向日葵|菊|木槿|[红紅白]掌|茉莉|杜[鹃鵑]|牡丹|紫[罗羅][兰蘭]|君子[兰蘭]|水仙|花/,
  ],
  ['orchid', /\b(orchi|phalaenopsis|dendrobium|cymbidium|vanda)|[兰蘭]/],
];

/** `leaf`, a plant and no more, where nothing is said. */
export function kindOf(...names) {
  for (const name of names) {
    const lower = (name ?? '').toLowerCase().replaceAll(/[-_]/g, ' ');
    const found = NAMES.find(([, words]) => words.test(lower));
    if (found) return found[0];
  }
  return 'leaf';
}
