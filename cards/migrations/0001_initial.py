"""Create every table of this app. A database at commit 64b9793 has them: it has the migration in `replaces`."""

import cards.decks.models
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('cards', '0009_names_of_decks')]

    initial = True

    dependencies = [
        ('accounts', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='CardSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.SlugField(help_text='What a piece names it by', max_length=20, unique=True)),
                ('title', models.CharField(max_length=60)),
                ('released', models.DateField(blank=True, null=True)),
                ('about', models.TextField(blank=True)),
            ],
            options={
                'verbose_name': 'set',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Piece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60, unique=True)),
                ('definition', models.JSONField(help_text="In the catalogue's own form; copied into every match that uses it")),
                ('loaded', models.JSONField(editable=False, null=True)),
                ('is_edited', models.BooleanField(default=False, editable=False, help_text='Not as the files have it')),
                ('piece_kind', models.CharField(choices=[('ship', 'Ship'), ('captain', 'Captain'), ('card', 'Card'), ('tile', 'Tile')], editable=False, max_length=10)),
                ('set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pieces', to='cards.cardset')),
                ('number', models.PositiveSmallIntegerField(blank=True, help_text='As printed; ships, captains and cards are counted together, tiles apart', null=True)),
                ('text', models.TextField(blank=True)),
                ('flavour', models.TextField(blank=True)),
            ],
            options={
                'ordering': [models.OrderBy(models.F('number'), nulls_last=True), 'title'],
                'constraints': [models.CheckConstraint(condition=models.Q(('title', ''), _negated=True), name='piece_has_title'), models.CheckConstraint(condition=models.Q(('piece_kind__in', ['ship', 'captain', 'card', 'tile'])), name='piece_is_of_a_kind'), models.CheckConstraint(condition=models.Q(('number', None), ('number__gt', 0), _connector='OR'), name='piece_number_is_printed'), models.UniqueConstraint(condition=models.Q(('piece_kind', 'tile'), _negated=True), fields=('set', 'number'), name='card_number_once_in_a_set', violation_error_message='Another ship, captain or card of the set has this number.'), models.UniqueConstraint(condition=models.Q(('piece_kind', 'tile')), fields=('set', 'number'), name='tile_number_once_in_a_set', violation_error_message='Another tile of the set has this number.')],
            },
        ),
        migrations.CreateModel(
            name='CatalogueVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(blank=True, max_length=32)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='one_catalogue_version')],
            },
        ),
        migrations.CreateModel(
            name='PieceChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('piece', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='changes', to='cards.piece')),
                ('title', models.CharField(db_index=True, max_length=60)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(blank=True, help_text='Nobody: the files of the catalogue', null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('before', models.JSONField(default=dict, help_text='Empty: the piece was new')),
                ('after', models.JSONField(default=dict)),
            ],
            options={
                'ordering': ['-at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('before', models.F('after')), _negated=True), name='piece_has_changed')],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('piece', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='cards.piece')),
                ('date', models.DateField()),
                ('rule', models.CharField(blank=True, help_text='The number of the rule that it is about', max_length=12)),
                ('text', models.TextField()),
            ],
            options={
                'ordering': ['date', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('piece', 'date', 'text'), name='ruling_given_once')],
            },
        ),
        migrations.CreateModel(
            name='StarterDeck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60, unique=True)),
                ('definition', models.JSONField(help_text="In the catalogue's own form; copied into every match that uses it")),
                ('loaded', models.JSONField(editable=False, null=True)),
                ('is_edited', models.BooleanField(default=False, editable=False, help_text='Not as the files have it')),
                ('place', models.PositiveSmallIntegerField(default=0, help_text='The order in which seats take them by turns')),
                ('race', models.CharField(choices=[('Federation', 'Federation'), ('Klingon', 'Klingon'), ('Romulan', 'Romulan'), ('Borg', 'Borg')], max_length=20)),
                ('plan', models.TextField()),
            ],
            options={
                'ordering': ['place', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('race__in', ('Federation', 'Klingon', 'Romulan', 'Borg'))), name='starter_has_a_race')],
            },
        ),
        migrations.CreateModel(
            name='Captain',
            fields=[
                ('piece_ptr', models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to='cards.piece')),
                ('race', models.CharField(choices=[('Federation', 'Federation'), ('Klingon', 'Klingon'), ('Romulan', 'Romulan'), ('Borg', 'Borg')], max_length=20)),
                ('espionage_evasion', models.PositiveSmallIntegerField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('race__in', ('Federation', 'Klingon', 'Romulan', 'Borg'))), name='captain_has_a_race'), models.CheckConstraint(condition=models.Q(('espionage_evasion__lte', 12)), name='captain_scores')],
            },
            bases=('cards.piece',),
        ),
        migrations.CreateModel(
            name='GameCard',
            fields=[
                ('piece_ptr', models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to='cards.piece')),
                ('nature', models.CharField(choices=[('Command', 'Command'), ('Attack', 'Attack'), ('Defence', 'Defence'), ('Tactical', 'Tactical'), ('Crew', 'Crew')], max_length=10)),
                ('type', models.CharField(blank=True, choices=[('Calamity', 'Calamity'), ('Catastrophe', 'Catastrophe'), ('Dilemma', 'Dilemma'), ('Equipment', 'Equipment'), ('Espionage', 'Espionage'), ('Procedure', 'Procedure')], help_text='Officers have none (13.2)', max_length=20)),
                ('rarity', models.CharField(choices=[('Common', 'Common'), ('Special', 'Special'), ('Rare', 'Rare'), ('Xtra Rare', 'Xtra Rare'), ('Ultra Rare', 'Ultra Rare')], max_length=12)),
                ('counts_against', models.CharField(blank=True, help_text='The rarity limits that a copy counts against (rules 3.3, 3.4)', max_length=40)),
                ('play_method', models.CharField(choices=[('Use and discard', 'Use and discard'), ('Table', 'Table'), ('Table when drawn', 'Table when drawn'), ('Table until destroyed', 'Table until destroyed'), ('Table in front of target', 'Table in front of target'), ('Table in hex', 'Table in hex'), ('Table for the round', 'Table for the round'), ('Play any time', 'Play any time'), ('Multi', 'Multi')], max_length=30)),
                ('usage', models.CharField(help_text='any, or the races that may use it (rules 13.5)', max_length=60)),
                ('position', models.CharField(blank=True, choices=[('First Officer', 'First Officer'), ('Helm', 'Helm'), ('Tactical', 'Tactical'), ('Science', 'Science'), ('Engineering', 'Engineering'), ('Medical', 'Medical'), ('Communications', 'Communications'), ('Security', 'Security')], help_text='Of officers (14.1)', max_length=20)),
                ('race', models.CharField(blank=True, choices=[('Federation', 'Federation'), ('Klingon', 'Klingon'), ('Romulan', 'Romulan'), ('Borg', 'Borg'), ('neutral', 'neutral')], help_text='Of officers', max_length=20)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('nature__in', ('Command', 'Attack', 'Defence', 'Tactical', 'Crew'))), name='card_has_a_nature'), models.CheckConstraint(condition=models.Q(('type__in', ('', 'Calamity', 'Catastrophe', 'Dilemma', 'Equipment', 'Espionage', 'Procedure'))), name='card_has_a_type'), models.CheckConstraint(condition=models.Q(('rarity__in', ('Common', 'Special', 'Rare', 'Xtra Rare', 'Ultra Rare'))), name='card_has_a_rarity'), models.CheckConstraint(condition=models.Q(('play_method__in', ('Use and discard', 'Table', 'Table when drawn', 'Table until destroyed', 'Table in front of target', 'Table in hex', 'Table for the round', 'Play any time', 'Multi'))), name='card_has_a_play_method'), models.CheckConstraint(condition=models.Q(('usage', ''), _negated=True), name='card_is_of_use'), models.CheckConstraint(condition=models.Q(models.Q(('nature', 'Crew'), ('position__in', ('First Officer', 'Helm', 'Tactical', 'Science', 'Engineering', 'Medical', 'Communications', 'Security')), ('race__in', ('Federation', 'Klingon', 'Romulan', 'Borg', 'neutral')), ('type', '')), models.Q(models.Q(('nature', 'Crew'), _negated=True), ('position', ''), ('race', '')), _connector='OR'), name='officers_alone_hold_positions', violation_error_message='Officers have a position and a race and no type; other cards have neither.')],
            },
            bases=('cards.piece',),
        ),
        migrations.CreateModel(
            name='HexTile',
            fields=[
                ('piece_ptr', models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to='cards.piece')),
                ('hex_points', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('normal', 'normal'), ('denizen', 'denizen'), ('unique', 'unique'), ('escape', 'escape'), ('wormhole', 'wormhole'), ('modifier', 'modifier'), ('open', 'open')], max_length=20)),
                ('affinity', models.CharField(blank=True, choices=[('ship: Federation', 'ship: Federation'), ('ship: Klingon', 'ship: Klingon'), ('ship: Romulan', 'ship: Romulan'), ('ship: Borg', 'ship: Borg'), ('captain: Federation', 'captain: Federation'), ('captain: Klingon', 'captain: Klingon'), ('captain: Romulan', 'captain: Romulan'), ('captain: Borg', 'captain: Borg')], help_text='Whose race counts, such as “ship: Borg”', max_length=40)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('hex_points__gte', 1), ('hex_points__lte', 9)), name='tile_has_hex_points'), models.CheckConstraint(condition=models.Q(('kind__in', ('normal', 'denizen', 'unique', 'escape', 'wormhole', 'modifier', 'open'))), name='tile_is_of_a_kind'), models.CheckConstraint(condition=models.Q(('affinity__in', ('', 'ship: Federation', 'ship: Klingon', 'ship: Romulan', 'ship: Borg', 'captain: Federation', 'captain: Klingon', 'captain: Romulan', 'captain: Borg'))), name='tile_has_one_affinity')],
            },
            bases=('cards.piece',),
        ),
        migrations.CreateModel(
            name='Ship',
            fields=[
                ('piece_ptr', models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to='cards.piece')),
                ('race', models.CharField(choices=[('Federation', 'Federation'), ('Klingon', 'Klingon'), ('Romulan', 'Romulan'), ('Borg', 'Borg')], max_length=20)),
                ('role', models.CharField(blank=True, max_length=40)),
                ('hull', models.PositiveSmallIntegerField()),
                ('shields', models.PositiveSmallIntegerField()),
                ('evasion', models.PositiveSmallIntegerField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('hull__gt', 0), ('hull__lte', 999)), name='ship_has_hull', violation_error_message='A ship has hull points.'), models.CheckConstraint(condition=models.Q(('race__in', ('Federation', 'Klingon', 'Romulan', 'Borg'))), name='ship_has_a_race'), models.CheckConstraint(condition=models.Q(('evasion__lte', 12), ('shields__lte', 999)), name='ship_scores')],
            },
            bases=('cards.piece',),
        ),
        migrations.CreateModel(
            name='Deck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=cards.decks.models.new_deck_id, editable=False, max_length=24, unique=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decks', to=settings.AUTH_USER_MODEL)),
                ('name', models.CharField(max_length=100)),
                ('folded_name', models.TextField(help_text='As it is searched')),
                ('visibility', models.CharField(choices=[('private', 'Private'), ('unlisted', 'Unlisted'), ('public', 'Public')], default='private', max_length=8)),
                ('notes', models.TextField(blank=True, help_text='Markdown, as typed')),
                ('draft', models.JSONField()),
                ('draft_hash', models.CharField(help_text='Of the content, whatever its order', max_length=64)),
                ('number', models.PositiveIntegerField(default=1)),
                ('place', models.PositiveIntegerField(default=0)),
                ('shown_at', models.DateTimeField(null=True)),
                ('origin', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='cards.deck')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('changed_at', models.DateTimeField()),
                ('deleted_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='DeckPiece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deck', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pieces', to='cards.deck')),
                ('part', models.CharField(choices=[('ship', 'ship'), ('captain', 'captain'), ('stand_in', 'stand-in'), ('deck', 'deck'), ('hexpile', 'hexpile')], max_length=8)),
                ('title', models.CharField(max_length=200)),
                ('copies', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['deck', 'pk'],
                'indexes': [models.Index(fields=['title', 'deck'], name='deck_piece_of')],
                'constraints': [models.UniqueConstraint(fields=('deck', 'part', 'title'), name='deck_piece_once')],
            },
        ),
        migrations.CreateModel(
            name='DeckTag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deck', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tags', to='cards.deck')),
                ('tag', models.CharField(max_length=30)),
                ('folded', models.CharField(help_text='As it is compared', max_length=90)),
            ],
            options={
                'ordering': ['folded'],
                'indexes': [models.Index(fields=['folded', 'deck'], name='deck_tag_of')],
                'constraints': [models.UniqueConstraint(fields=('deck', 'folded'), name='deck_tag_once')],
            },
        ),
        migrations.CreateModel(
            name='DeckVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deck', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='cards.deck')),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(blank=True, max_length=100)),
                ('content', models.JSONField()),
                ('content_hash', models.CharField(max_length=64)),
                ('kept_at', models.DateTimeField()),
                ('was_shown', models.BooleanField(default=False, help_text='Others could see it: the newest of a deck that was shared')),
            ],
            options={
                'ordering': ['deck', '-number'],
                'constraints': [models.UniqueConstraint(fields=('deck', 'number'), name='deck_version_once')],
            },
        ),
        migrations.CreateModel(
            name='DraftStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deck', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='cards.deck')),
                ('place', models.PositiveIntegerField()),
                ('content', models.JSONField()),
            ],
            options={
                'ordering': ['deck', 'place'],
                'constraints': [models.UniqueConstraint(fields=('deck', 'place'), name='draft_step_once')],
            },
        ),
        migrations.AddField(
            model_name='deck',
            name='shown',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='cards.deckversion'),
        ),
        migrations.AddConstraint(
            model_name='deck',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='deck_has_name'),
        ),
        migrations.AddConstraint(
            model_name='deck',
            constraint=models.CheckConstraint(condition=models.Q(('visibility__in', ['private', 'unlisted', 'public'])), name='deck_visibility_is_one'),
        ),
        migrations.AddConstraint(
            model_name='deck',
            constraint=models.CheckConstraint(condition=models.Q(('visibility', 'private'), ('shown__isnull', False), _connector='OR'), name='deck_shared_has_version', violation_error_message='A deck that others see has a version.'),
        ),
        migrations.AddConstraint(
            model_name='deck',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('shown', None), ('shown_at', None)), models.Q(('shown__isnull', False), ('shown_at__isnull', False)), _connector='OR'), name='deck_shown_since'),
        ),
        migrations.AddIndex(
            model_name='deck',
            index=models.Index(condition=models.Q(('deleted_at', None), ('visibility', 'public')), fields=['-shown_at', '-id'], name='deck_listed'),
        ),
        migrations.AddIndex(
            model_name='deck',
            index=models.Index(condition=models.Q(('deleted_at', None)), fields=['owner', '-changed_at', '-id'], name='deck_own'),
        ),
        migrations.AddIndex(
            model_name='deck',
            index=models.Index(condition=models.Q(('deleted_at__isnull', False)), fields=['owner', '-deleted_at'], name='deleted_deck'),
        ),
    ]
